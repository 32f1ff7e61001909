/** Worker thread that runs a WAL checkpoint on each request while other connections write. Ends on command. */
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
    // The next change reports a disk that refuses. The contents of the log stay there.
  }
  port.postMessage('carried');
});
