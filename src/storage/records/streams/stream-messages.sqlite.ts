/** Input of a stream's thread, and the messages it sends. */
import type { StreamForm } from '../../../records/lists/lines.ts';
import type { SqlQuery } from '../../sql/dialect.ts';

export interface StreamThreadData {
  readonly file: string;
  /** The account of the records, and of the records they refer to. */
  readonly account: number;
  readonly documents: SqlQuery;
  /** Counts the records; absent if no count was requested. */
  readonly count: SqlQuery | undefined;
  readonly form: StreamForm;
  /** Statements by type that read the names of referenced records. */
  readonly titles: Readonly<Record<string, string>>;
  /** Size of one file in bytes. */
  readonly segmentBytes: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Memory shared with the consumer of the stream: see `STOP_INDEX` and `GRANTED_INDEX`. */
  readonly control: Int32Array;
}

/** Places in `control`: whether to stop, and for how many files there is room. */
export const STOP_INDEX = 0;
export const GRANTED_INDEX = 1;

export type StreamThreadMessage =
  /** The first record has been found, or that there is none. */
  | { readonly begun: true; readonly total: number | undefined }
  /** A further file, open in the whole process; the receiver of this message owns it. */
  | { readonly segment: number }
  /** Number of bytes written into the newest file. */
  | { readonly bytes: number }
  /** The newest file is full, and the thread needs room for another one. */
  | { readonly full: true }
  | { readonly ended: true }
  | { readonly failure: { readonly message: string; readonly errcode: number | undefined } };
