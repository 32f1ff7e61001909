/** How long a webhook may keep trying. */
import type { Choice } from '../parts/Input.tsx';
import { words } from '../words/webhooks.ts';

/** The usual choices, and another one where a webhook was made with it by hand. */
export function patienceChoices(patience: string): readonly Choice[] {
  const { patiences } = words.form;
  if (patiences.some(({ value }) => value === patience)) return patiences;
  return [...patiences, { value: patience, label: words.page.keepsTrying(patience) }];
}
