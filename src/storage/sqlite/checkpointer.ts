/**
 * Keeps the write-ahead log (WAL) short without blocking the event loop. A checkpoint takes as long as many changes do,
 * so a separate thread runs it while changes continue. That thread cannot reach the end of a log that is being written.
 * So the commit that fills the log checkpoints the small rest, and the next commit restarts the log.
 *
 * SQLite restarts the log only when nobody reads. If slow lists follow each other on several threads, that never
 * happens and the log grows with every write. So when the log is too long, the checkpointer pauses the readers and lets
 * the thread run a checkpoint. The little written in that time is checkpointed here.
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
  /** Size of the log, in bytes, above which it is emptied. */
  readonly most: number;
}

export interface Checkpointer {
  bytes(): number;
  /** Call after each commit: starts a checkpoint if the log has grown enough. */
  grown(): void;
  close(): Promise<void>;
}

/**
 * Number of new pages after which the thread runs a checkpoint. With fewer, pages that change often would be copied
 * each time.
 */
export const CHECKPOINT_INTERVAL_PAGES = 1_000;
const LOG_CHECK_MS = 200;
/** Time that running reads get to finish. Reads that are then cancelled get the same time to end. */
const MAX_READER_WAIT_MS = 300;
/**
 * Pause after an attempt that did not shorten the log, for example while another program exports. Lists run undisturbed
 * in that time.
 */
const RETRY_PAUSE_MS = 10_000;
const SHORT_RETRY_PAUSE_MS = 500;

export function startCheckpointer({ file, connection, readers, most }: CheckpointerOptions): Checkpointer {
  const carrier = createCarrier(file);
  /** Page of the log up to which the last checkpoint was requested. */
  let askedFor = 0;
  let emptying: Promise<void> | undefined;
  let calmUntil = 0;
  const timer = setInterval(look, LOG_CHECK_MS);
  timer.unref();

  return {
    bytes,
    grown() {
      const pages = pagesInLog();
      // The log was restarted.
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

  /** Returns 0 if the count is unavailable now: the next commit asks again. */
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
      // The next change reports a disk that refuses.
    }
  }
}

interface Carrier {
  readonly isAtWork: boolean;
  /** Runs a checkpoint. Resolves when it ends, even after a failure: the log stays valid either way. */
  carry(): Promise<void>;
  end(): Promise<void>;
}

/** Starts the thread on first use, and again after it has failed. */
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
        // No thread can be started: the commit that fills the log runs the checkpoint.
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
    // References the thread only while it works: `close` waits for it, but between checkpoints it must not keep the
    // process alive. Adding a message listener would reference it again.
    worker.ref();
    tell(worker, 'carry');
    return Promise.withResolvers();
  }

  function start(): Worker {
    const started = new Worker(siblingModule('checkpoint-thread', import.meta.url), { workerData: file });
    started.on('message', carried);
    // The exit event follows.
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
