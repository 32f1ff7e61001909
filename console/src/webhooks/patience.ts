/** Retry durations of a webhook. */
import type { SelectOption } from '../parts/Input.tsx';
import { words } from '../words/webhooks.ts';

/** Returns the standard retry durations, plus the webhook's own if it is different. */
export function patienceOptions(patience: string): readonly SelectOption[] {
  const { patiences } = words.form;
  if (patiences.some(({ value }) => value === patience)) return patiences;
  return [...patiences, { value: patience, label: words.page.keepsTrying(patience) }];
}
