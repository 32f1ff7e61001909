/** Bytes of the longest line of a stream: a record that is all quotes, which CSV doubles. Apart, because threads need no records. */
import { MAX_RECORD_BYTES } from '../records/change.ts';

export const LONGEST_LINE = 2 * MAX_RECORD_BYTES;
