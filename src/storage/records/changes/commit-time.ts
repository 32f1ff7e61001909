/**
 * When the events of a change say that it was made. `UpdatedOn` never goes back for a record, and neither do its events,
 * when the machine's date is set back: nobody is told of a change that was made before the one it heard of last.
 */
import { parseTimestamp } from '../../../lib/time.ts';
import type { RecordFields } from '../../../records/store.ts';

export function commitTimeOf({ UpdatedOn }: RecordFields, now: number): number {
  return Math.max(now, parseTimestamp(UpdatedOn as string) ?? now);
}
