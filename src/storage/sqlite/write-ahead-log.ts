/**
 * Keeps the write-ahead log short. SQLite begins it anew only in a moment in which nobody reads; where slow lists follow
 * each other on several threads there is none, and the log grows for as long as anything is written. So a log that has
 * become too long gets such a moment: readers wait, a thread of its own carries the log into the database, and what was
 * written meanwhile is little enough to be carried here.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';
import type { ReaderPool } from './reader-pool.ts';

export interface LogKeeperOptions {
  readonly file: string;
  readonly connection: Connection;
  readonly readers: Pick<ReaderPool, 'quietly'>;
  /** Bytes at which it is emptied. */
  readonly most: number;
}

export interface LogKeeper {
  bytes(): number;
  close(): Promise<void>;
}

const LOOK_MS = 200;
/** What is read when the moment is due may come to its end for so long, and may take as long again to be ended. */
const PATIENCE_MS = 300;
/** Where that was in vain, as while another program exports, lists are left in peace for some time. */
const CALM_MS = 10_000;
const SHORT_CALM_MS = 500;

export function keepLogShort({ file, connection, readers, most }: LogKeeperOptions): LogKeeper {
  let emptying: Promise<void> | undefined;
  let calmUntil = 0;
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    bytes,
    async close() {
      clearInterval(timer);
      await emptying;
    },
  };

  function bytes(): number {
    return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  function look(): void {
    if (emptying !== undefined || bytes() <= most || performance.now() < calmUntil) return;
    emptying = readers
      .quietly(PATIENCE_MS, empty)
      .then((wasQuiet) => {
        if (!wasQuiet) calmUntil = performance.now() + SHORT_CALM_MS;
        else if (bytes() > most) calmUntil = performance.now() + CALM_MS;
      })
      .finally(() => {
        emptying = undefined;
      });
  }

  async function empty(): Promise<void> {
    await carryApart(file);
    try {
      connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } catch {
      // A disk that refuses is told of by the next change.
    }
  }
}

/** Resolves when the thread has ended, whatever came of it: the log is as good as before. */
function carryApart(file: string): Promise<void> {
  return new Promise((done) => {
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file });
    worker.on('error', () => {});
    worker.on('exit', () => done());
  });
}
