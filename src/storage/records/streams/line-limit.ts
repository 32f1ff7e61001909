/**
 * Maximum bytes of a line of a stream: a record that consists of quotes, which CSV doubles, and the names of the
 * records it refers to. In a file of its own, because threads need no records.
 */
import { MAX_RECORD_BYTES } from '../../../records/writes/change.ts';

/** A dozen references to records with the longest of names are a third of it. */
const MAX_NAMES_BYTES = 64 * 1024;

export const MAX_LINE_BYTES = 2 * MAX_RECORD_BYTES + MAX_NAMES_BYTES;
