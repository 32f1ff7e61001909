/** A thread that runs slow reads on a connection of its own. It takes one job at a time, and ends one that is not wanted. */
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type PageFile, writePage } from '../records/lists/large-page.sqlite.ts';
import { firstEnough, type Rows, type Tries } from '../records/lists/list-attempts.ts';
import type { Query } from '../sql/dialect.ts';
import { openConnection } from './connection.ts';
import { SQLITE } from './failures.ts';
import { addReaderFunctions } from './reader-functions.ts';

export interface Job {
  readonly id: number;
  readonly request: ReadRequest;
}

/** The rows of a statement; or, of a statement of documents, the first `take` written into a file. */
export type ReadRequest =
  | { readonly query: Query; readonly tries?: Tries }
  | { readonly page: Query; readonly take: number };

/** An Error does not keep its code on the way between threads. */
export type ReadReply =
  | { readonly rows: Rows }
  | { readonly page: PageFile }
  | { readonly failure: { readonly message: string; readonly errcode: number | undefined } };

export interface ReaderData {
  readonly file: string;
  /** The number of the last job that is not wanted any more; shared with whoever gives the jobs. */
  readonly unwanted: Int32Array;
}

const { file, unwanted } = workerData as ReaderData;
const connection = openConnection({ file, access: 'read', busyTimeoutMs: 1_000, cacheMiB: 16 });
let current = 0;
addReaderFunctions(connection.db, () => Atomics.load(unwanted, 0) !== current);

parentPort!.on('message', ({ id, request }: Job) => {
  current = id;
  parentPort!.postMessage(answer(request));
});
parentPort!.postMessage('ready');

function answer(request: ReadRequest): ReadReply {
  try {
    if ('query' in request) return { rows: firstEnough(request.tries, readRows) ?? readRows(request.query) };
    const texts = fresh(request.page).iterate(...request.page.values) as unknown as Iterable<[text: string]>;
    return { page: writePage(file, texts, request.take) };
  } catch (failure) {
    const { message, errcode, code } = failure as Error & { errcode?: number; code?: unknown };
    return { failure: { message, errcode: code === 'ENOSPC' ? SQLITE.FULL : errcode } };
  }
}

function readRows({ text, values }: Query): Rows {
  return asArrays(connection.prepareForNow(text)).all(...values) as never;
}

/** A statement that was ended while its rows were taken one by one tells of that once more when it is begun again. */
function fresh({ text }: Query) {
  return asArrays(connection.db.prepare(text));
}

function asArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}
