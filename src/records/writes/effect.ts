/** The effect of a dry run as one short text, by which whoever has seen it can tell whether it is still the same. */
import type { RecordType } from '../../catalogue/index.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Json } from '../../lib/json.ts';
import type { DryRun } from './dry-run.ts';

/**
 * Of what would be written and told, whenever that is done: stamps of the moment (of a step of a plan also those it finds, see
 * approvals/plan-stamps.ts), and of a new record its ID and the Number that follows from it, are left out; so is all of the record
 * that stays as it is. `told` is what subscribers would get to hear.
 */
export function effectOf({ name }: RecordType, { lasting, events, recordID, isNew }: DryRun, told: Json): string {
  const effect = [name, isNew ? null : recordID, lasting, events, told];
  return sha256Hex(JSON.stringify(effect));
}
