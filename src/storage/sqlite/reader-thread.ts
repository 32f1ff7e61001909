/**
 * Worker thread that runs slow reads on its own connection, one job at a time. Cancels a job that is no longer wanted.
 */
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type PageFile, writePageFile } from '../records/lists/large-page.sqlite.ts';
import { type QueryAttempts, type RowArrays, runAttempts } from '../records/lists/list-attempts.ts';
import type { SqlQuery } from '../sql/dialect.ts';
import { openConnection } from './connection.ts';
import { SQLITE_CODE } from './failures.ts';
import { addReaderFunctions } from './reader-functions.ts';

export interface ReadJob {
  readonly id: number;
  readonly request: ReadRequest;
}

/** Requests the rows of a statement, or the first `take` documents of a statement, written to a file. */
export type ReadRequest =
  | { readonly query: SqlQuery; readonly tries?: QueryAttempts }
  | { readonly page: SqlQuery; readonly take: number };

/** Result of a job. A failure carries its code separately, because an Error loses it between threads. */
export type ReadReply =
  | { readonly rows: RowArrays }
  | { readonly page: PageFile }
  | { readonly failure: { readonly message: string; readonly errcode: number | undefined } };

export interface ReaderThreadData {
  readonly file: string;
  /** Id of the last cancelled job, in memory shared with the reader pool. */
  readonly unwanted: Int32Array;
}

const { file, unwanted } = workerData as ReaderThreadData;
const connection = openConnection({ file, access: 'read', busyTimeoutMs: 1_000, cacheMiB: 16 });
let current = 0;
addReaderFunctions(connection.db, () => Atomics.load(unwanted, 0) !== current);

parentPort!.on('message', ({ id, request }: ReadJob) => {
  current = id;
  parentPort!.postMessage(answer(request));
});
parentPort!.postMessage('ready');

function answer(request: ReadRequest): ReadReply {
  try {
    if ('query' in request) return { rows: runAttempts(request.tries, readRows) ?? readRows(request.query) };
    const texts = fresh(request.page).iterate(...request.page.values) as unknown as Iterable<[text: string]>;
    return { page: writePageFile(file, texts, request.take) };
  } catch (failure) {
    const { message, errcode, code } = failure as Error & { errcode?: number; code?: unknown };
    return { failure: { message, errcode: code === 'ENOSPC' ? SQLITE_CODE.FULL : errcode } };
  }
}

function readRows({ text, values }: SqlQuery): RowArrays {
  return asArrays(connection.prepareForNow(text)).all(...values) as never;
}

/**
 * Prepares a new statement each time: one that was cancelled during iteration throws the same error again when reused.
 */
function fresh({ text }: SqlQuery) {
  return asArrays(connection.db.prepare(text));
}

function asArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}
