/**
 * Keeps the write-ahead log short, and the event loop out of it. Carrying the log into the database takes as long as many changes do, so a
 * thread of its own carries what has come, while changes go on. It does not come to the end of a log that is being written; so the commit
 * that fills the log carries the little that is left, and the next one begins it anew.
 *
 * SQLite begins it anew only in a moment in which nobody reads; where slow lists follow each other on several threads there is none, and the
 * log grows for as long as anything is written. So a log that has become too long gets such a moment: readers wait, the thread carries the
 * log, and what was written meanwhile is little enough to be carried here.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../../lib/sibling-module.ts';
import type { CheckpointCommand } from './checkpoint-thread.ts';
import type { SqliteConnection } from './connection.ts';
import type { ReaderPool } from './reader-pool.ts';

export interface CheckpointerOptions {
  readonly file: string;
  readonly connection: SqliteConnection;
  readonly readers: Pick<ReaderPool, 'quietly'>;
  /** Bytes at which it is emptied. */
  readonly most: number;
}

export interface Checkpointer {
  bytes(): number;
  /** After a commit. */
  grown(): void;
  close(): Promise<void>;
}

/** The thread is asked to carry after so many pages: less, and those that are written again and again are carried each time. */
export const CHECKPOINT_INTERVAL_PAGES = 1_000;
const LOG_CHECK_MS = 200;
/** What is read when the moment is due may come to its end for so long, and may take as long again to be ended. */
const MAX_READER_WAIT_MS = 300;
/** Where that was in vain, as while another program exports, lists are left in peace for some time. */
const RETRY_PAUSE_MS = 10_000;
const SHORT_RETRY_PAUSE_MS = 500;

export function startCheckpointer({ file, connection, readers, most }: CheckpointerOptions): Checkpointer {
  const carrier = createCarrier(file);
  /** Up to which page of the log it was asked to. */
  let askedFor = 0;
  let emptying: Promise<void> | undefined;
  let calmUntil = 0;
  const timer = setInterval(look, LOG_CHECK_MS);
  timer.unref();

  return {
    bytes,
    grown() {
      const pages = pagesInLog();
      // Begun anew.
      if (pages < askedFor) askedFor = 0;
      if (carrier.isAtWork || pages - askedFor < CHECKPOINT_INTERVAL_PAGES) return;
      askedFor = pages;
      void carrier.carry();
    },
    async close() {
      clearInterval(timer);
      await emptying;
      await carrier.end();
    },
  };

  /** None where it cannot be told now: it will be asked after the next commit. */
  function pagesInLog(): number {
    try {
      return (connection.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
    } catch {
      return 0;
    }
  }

  function bytes(): number {
    return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  function look(): void {
    if (emptying !== undefined || bytes() <= most || performance.now() < calmUntil) return;
    emptying = readers
      .quietly(MAX_READER_WAIT_MS, empty)
      .then((wasQuiet) => {
        if (!wasQuiet) calmUntil = performance.now() + SHORT_RETRY_PAUSE_MS;
        else if (bytes() > most) calmUntil = performance.now() + RETRY_PAUSE_MS;
      })
      .finally(() => {
        emptying = undefined;
      });
  }

  async function empty(): Promise<void> {
    await carrier.carry();
    try {
      connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } catch {
      // A disk that refuses is told of by the next change.
    }
  }
}

interface Carrier {
  readonly isAtWork: boolean;
  /** Resolves when it has carried what it could, whatever came of it: the log is as good as before. */
  carry(): Promise<void>;
  end(): Promise<void>;
}

/** The thread is started when it is first asked, and again where it has failed. */
function createCarrier(file: string): Carrier {
  let worker: Worker | undefined;
  let underWay: PromiseWithResolvers<void> | undefined;
  let isEnded = false;

  return {
    get isAtWork() {
      return underWay !== undefined;
    },
    carry() {
      if (isEnded) return Promise.resolve();
      try {
        underWay ??= begin();
      } catch {
        // No thread is to be had: the commit that fills the log carries it.
        return Promise.resolve();
      }
      return underWay.promise;
    },
    async end() {
      isEnded = true;
      await underWay?.promise;
      if (worker === undefined) return;
      const ended = new Promise((done) => worker!.once('exit', done));
      worker.ref();
      tell(worker, 'end');
      await ended;
    },
  };

  function begin(): PromiseWithResolvers<void> {
    worker ??= start();
    // Whoever closes waits for it; between two of them it keeps no process alive. A listener of messages makes it count again.
    worker.ref();
    tell(worker, 'carry');
    return Promise.withResolvers();
  }

  function start(): Worker {
    const started = new Worker(siblingModule('checkpoint-thread', import.meta.url), { workerData: file });
    started.on('message', carried);
    // Its end follows.
    started.on('error', () => {});
    started.on('exit', () => {
      worker = undefined;
      carried();
    });
    return started;
  }

  function tell(thread: Worker, order: CheckpointCommand): void {
    thread.postMessage(order);
  }

  function carried(): void {
    worker?.unref();
    underWay?.resolve();
    underWay = undefined;
  }
}
