/** Carries the write-ahead log into the database beside whoever writes, each time it is asked to, until it is told to end. */
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';

export type CheckpointCommand = 'carry' | 'end';

const port = parentPort!;
const connection = openConnection({ file: workerData as string, access: 'write', busyTimeoutMs: 0, cacheMiB: 1 });
const carry = connection.db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (order: CheckpointCommand) => {
  if (order === 'end') {
    connection.close();
    port.close();
    return;
  }
  try {
    carry.get();
  } catch {
    // A disk that refuses is told of by the next change; what is in the log stays there.
  }
  port.postMessage('carried');
});
