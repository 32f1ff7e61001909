/** State of an integration: active, built-in, revoked, or with two valid secrets. */
import { Chip } from '../parts/Chip.tsx';
import { words } from '../words/integrations.ts';
import type { Integration } from './queries.ts';

export function IntegrationState({ one: { revokedOn, builtIn, previousSecret } }: { readonly one: Integration }) {
  if (revokedOn !== null) return <Chip tone="bad">{words.revoked}</Chip>;
  if (builtIn) return <Chip>{words.builtIn}</Chip>;
  if (previousSecret !== null) return <Chip tone="warn">{words.grace}</Chip>;
  return <Chip tone="ok">{words.active}</Chip>;
}
