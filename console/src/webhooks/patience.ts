/** How long a webhook may keep trying. */
import type { SelectOption } from '../parts/Input.tsx';
import { words } from '../words/webhooks.ts';

/** The usual choices, and another one where a webhook was made with it by hand. */
export function patienceOptions(patience: string): readonly SelectOption[] {
  const { patiences } = words.form;
  if (patiences.some(({ value }) => value === patience)) return patiences;
  return [...patiences, { value: patience, label: words.page.keepsTrying(patience) }];
}
