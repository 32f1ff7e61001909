/** What a stream's thread is given, and what it tells of. */
import type { StreamForm } from '../../../records/lists/lines.ts';
import type { SqlQuery } from '../../sql/dialect.ts';

export interface StreamThreadData {
  readonly file: string;
  /** Whose records they are, and those that they refer to. */
  readonly account: number;
  readonly documents: SqlQuery;
  /** Counts them; absent where nobody asked. */
  readonly count: SqlQuery | undefined;
  readonly form: StreamForm;
  /** By type, what asks for the names of what the form names. */
  readonly titles: Readonly<Record<string, string>>;
  /** Of one file. */
  readonly segmentBytes: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Shared with whoever wants the stream: see `STOP` and `GRANTED`. */
  readonly control: Int32Array;
}

/** Places in `control`: whether to stop, and for how many files there is room. */
export const STOP_INDEX = 0;
export const GRANTED_INDEX = 1;

export type StreamThreadMessage =
  /** The first record has been found, or that there is none. */
  | { readonly begun: true; readonly total: number | undefined }
  /** A further file, open in the whole process; it belongs to whoever hears of it. */
  | { readonly segment: number }
  /** So much has been written into the newest file. */
  | { readonly bytes: number }
  /** It is full, and room for another one is wanted. */
  | { readonly full: true }
  | { readonly ended: true }
  | { readonly failure: { readonly message: string; readonly errcode: number | undefined } };
