/**
 * A place in an account's log of changes, as clients hold it: the log's own name and the number of a change. Texts of one log
 * are in the order of its changes. A log that was moved to another database, or put back from a backup, has another name:
 * its numbers are others, and a place in the old one would skip or repeat some of them.
 */
const WIDTH = 11;

export interface FeedCursor {
  readonly log: string;
  readonly seq: number;
}

export function writeCursor({ log, seq }: FeedCursor): string {
  return `${log}-${seq.toString(36).padStart(WIDTH, '0')}`;
}

/** Undefined where it is none. */
export function readCursor(text: string): FeedCursor | undefined {
  const [, log, number] = /^([0-9a-z]{1,16})-([0-9a-z]{11})$/.exec(text) ?? [];
  const seq = number === undefined ? Number.NaN : Number.parseInt(number, 36);
  return log === undefined || !Number.isSafeInteger(seq) ? undefined : { log, seq };
}
