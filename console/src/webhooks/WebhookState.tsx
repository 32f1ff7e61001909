/** State of a webhook: on or off, and its problems if it is on. */
import { Chip } from '../parts/Chip.tsx';
import { words } from '../words/webhooks.ts';
import type { Webhook } from './queries.ts';

export function WebhookState({ webhook: { active, warning, waiting } }: { readonly webhook: Webhook }) {
  if (!active) return <Chip tone="bad">{words.off}</Chip>;
  if (waiting !== null) return <Chip tone="warn">{words.waiting}</Chip>;
  if (warning !== null) return <Chip tone="warn">{words.warned}</Chip>;
  return <Chip tone="ok">{words.on}</Chip>;
}
