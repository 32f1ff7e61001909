/** A thread that runs slow reads on a connection of its own. It takes one statement at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ColumnValue } from '../projection.ts';
import { openConnection } from './connection.ts';

export interface ReadRequest {
  readonly sql: string;
  readonly values: readonly ColumnValue[];
}

/** An Error does not keep its code on the way between threads. */
export type ReadReply =
  | { readonly rows: readonly ColumnValue[][] }
  | { readonly failure: { readonly message: string; readonly errcode: number | undefined } };

const { file } = workerData as { file: string };
const connection = openConnection({ file, access: 'read', busyTimeoutMs: 1_000, cacheMiB: 16 });

parentPort!.on('message', ({ sql, values }: ReadRequest) => {
  parentPort!.postMessage(read(sql, values));
});

function read(sql: string, values: readonly ColumnValue[]): ReadReply {
  try {
    const statement = connection.prepareForNow(sql);
    statement.setReturnArrays(true);
    return { rows: statement.all(...values) as unknown as ColumnValue[][] };
  } catch (failure) {
    const { message, errcode } = failure as Error & { errcode?: number };
    return { failure: { message, errcode } };
  }
}
