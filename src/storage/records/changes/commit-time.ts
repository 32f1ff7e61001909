/**
 * Returns the time that the events of a change report. `UpdatedOn` of a record never goes back, even if the machine's
 * date is set back, and neither do its events. A receiver never gets an event with an earlier time than the event
 * before.
 */
import { parseTimestamp } from '../../../lib/time.ts';
import type { RecordFields } from '../../../records/store.ts';

export function commitTimeOf({ UpdatedOn }: RecordFields, now: number): number {
  return Math.max(now, parseTimestamp(UpdatedOn as string) ?? now);
}
