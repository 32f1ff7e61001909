/** Fingerprint of a dry run's effect, by which a client detects whether the effect is still the same. */
import type { RecordType } from '../../catalogue/index.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Json } from '../../lib/json.ts';
import type { DryRun } from './dry-run.ts';

/**
 * Hashes what would be written and delivered, independent of the time. Omits automatic timestamps; for a plan step also
 * those of earlier steps, see approvals/plan-stamps.ts. Omits unchanged fields, and the ID of a new record with the
 * `Number` derived from it. `told` describes the deliveries to subscribers.
 */
export function effectOf({ name }: RecordType, { lasting, events, recordID, isNew }: DryRun, told: Json): string {
  const effect = [name, isNew ? null : recordID, lasting, events, told];
  return sha256Hex(JSON.stringify(effect));
}
