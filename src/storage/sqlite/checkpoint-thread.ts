/** Carries the write-ahead log into the database beside whoever writes, and ends. */
import { workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';

const connection = openConnection({ file: workerData as string, access: 'write', busyTimeoutMs: 0, cacheMiB: 1 });
connection.db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
connection.close();
