/**
 * Pool of threads for slow reads, shared fairly between accounts: one account cannot take all threads or fill the
 * queue. A read has a time limit and is cancelled when its client disconnects. If a read cannot be cancelled at once,
 * such as a sort, its caller still gets the answer at once. Its thread counts as busy until it is really free.
 */
import { Worker } from 'node:worker_threads';
import { type FairSemaphore, isRefusal, type Permit } from '../../fairness/budget.ts';
import { siblingModule } from '../../lib/sibling-module.ts';
import { Problem } from '../../problems.ts';
import { closeFile, type PageFile } from '../records/lists/large-page.sqlite.ts';
import type { QueryAttempts, RowArrays } from '../records/lists/list-attempts.ts';
import { allButOne, createSlowWorkQueue, delayRefusal, releaseOnFailure } from '../slow-work-queue.ts';
import { listTimedOut, tooManyLists } from '../sql/database-problems.ts';
import type { SqlQuery } from '../sql/dialect.ts';
import type { ReaderThreadData, ReadJob, ReadReply, ReadRequest } from './reader-thread.ts';

export interface ReaderPool {
  /**
   * Returns the rows, or a Problem if the queue is full or the read takes too long. Rejects with the signal's reason if
   * the client disconnects.
   */
  read(holder: string, query: SqlQuery, gone?: AbortSignal, tries?: QueryAttempts): Promise<RowArrays | Problem>;
  /** Writes a page of documents to a file, which the caller closes. */
  writePage(holder: string, page: SqlQuery, take: number, gone?: AbortSignal): Promise<PageFile | Problem>;
  readonly budget: FairSemaphore;
  /**
   * Starts as many threads as one account may use. Without it, threads start on demand and the first request waits for
   * them.
   */
  warm(): Promise<void>;
  /**
   * Runs the work while no read is in progress; new reads wait. Running reads get `patienceMs` to finish. After that
   * they are cancelled and, once only, restarted after the work. If a read cannot be cancelled, the work is skipped and
   * the result is false. So no read is rejected because of it, and none waits long.
   */
  quietly(patienceMs: number, work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReaderPoolOptions {
  readonly file: string;
  readonly threads: number;
  readonly queue: number;
  /** Time limit of a read, and of its wait in the queue. */
  readonly limitMs: number;
}

interface Reader {
  readonly worker: Worker;
  readonly unwanted: Int32Array;
  /** Resolves when the thread accepts jobs. */
  readonly ready: Promise<unknown>;
  task: Task | undefined;
}

interface Task {
  id: number;
  readonly request: ReadRequest;
  /**
   * `again`: is being cancelled, to be restarted. `waiting`: waits for the restart. `anew`: was restarted, and is not
   * restarted a second time.
   */
  state: 'first' | 'again' | 'waiting' | 'anew';
  /** Starts the time limit. Called when a thread begins the task. */
  limit(): void;
  /** Answers the task. Only the first call counts; the outcomes of later calls are released. */
  settle(outcome: ReadReply | Problem | { readonly thrown: unknown }): void;
  readonly holding: Permit;
}

export function createReaderPool({ file, threads, queue, limitMs }: ReaderPoolOptions): ReaderPool {
  const readers = new Set<Reader>();
  const budget = createSlowWorkQueue(
    { name: 'slow_lists', total: threads, share: allButOne(threads) },
    { queue, waitMs: limitMs },
  );
  let lastTask = 0;
  let closed = false;
  /** Set while no read may start. */
  let silence: Promise<void> | undefined;
  let noteQuiet = () => {};

  return {
    budget,
    async read(holder, query, gone, tries) {
      const reply = await run(holder, { query, ...(tries && { tries }) }, gone);
      return reply instanceof Problem ? reply : (reply as { rows: RowArrays }).rows;
    },
    async writePage(holder, page, take, gone) {
      const reply = await run(holder, { page, take }, gone);
      return reply instanceof Problem ? reply : (reply as { page: PageFile }).page;
    },
    async warm() {
      while (!closed && readers.size < allButOne(threads)) startReader();
      await Promise.all([...readers].map(({ ready }) => ready));
    },
    quietly,
    async close() {
      closed = true;
      // Waiting reads get their turn, and are rejected, as running reads end.
      for (const reader of readers) stop(reader);
      await Promise.all([...readers].map(({ worker }) => worker.terminate()));
    },
  };

  async function run(
    holder: string,
    request: ReadRequest,
    gone: AbortSignal | undefined,
  ): Promise<ReadReply | Problem> {
    const holding = await budget.turn(holder, 1, gone);
    if (isRefusal(holding)) {
      gone?.throwIfAborted();
      return delayRefusal(holding, tooManyLists());
    }
    while (silence !== undefined) await silence;
    if (closed || gone?.aborted) {
      holding.give();
      gone?.throwIfAborted();
      throw new Error('The database was closed');
    }
    // Every permit has a thread, unless the machine cannot start another one.
    const reader = releaseOnFailure(
      holding,
      () => [...readers].find(({ task }) => task === undefined) ?? startReader(),
    );
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leave = () => giveUp({ thrown: gone!.reason });
      const giveUp = (outcome: Problem | { thrown: unknown }) => {
        if (task.state === 'waiting') finish(reader, outcome);
        else {
          task.state = 'anew';
          stop(reader);
          task.settle(outcome);
        }
      };
      let open = true;
      const settle: Task['settle'] = (outcome) => {
        if (!open) return letGo(outcome);
        open = false;
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        if ('thrown' in outcome) reject(outcome.thrown);
        else resolve(outcome);
      };
      const limit = () => {
        clearTimeout(timer);
        if (open) timer = setTimeout(() => giveUp(listTimedOut()), limitMs);
      };
      const task: Task = { id: 0, request, state: 'first', limit, settle, holding };
      gone?.addEventListener('abort', leave, { once: true });
      reader.task = task;
      begin(reader, task);
    });
  }

  function begin(reader: Reader, task: Task): void {
    task.id = ++lastTask;
    // The start of a thread does not count towards the time limit.
    void reader.ready.then(() => task.limit());
    reader.worker.postMessage({ id: task.id, request: task.request } satisfies ReadJob);
  }

  async function quietly(patienceMs: number, work: () => Promise<void>): Promise<boolean> {
    const { promise, resolve: speak } = Promise.withResolvers<void>();
    silence = promise;
    try {
      let isQuiet = await quietWithin(patienceMs);
      if (!isQuiet) {
        endFirst();
        isQuiet = await quietWithin(patienceMs);
      }
      if (isQuiet) await work();
      return isQuiet;
    } finally {
      silence = undefined;
      for (const reader of readers) resume(reader);
      speak();
    }
  }

  async function quietWithin(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    while (reading().length > 0 && performance.now() < until) {
      await new Promise<void>((quiet) => {
        const late = setTimeout(quiet, until - performance.now());
        noteQuiet = () => {
          clearTimeout(late);
          quiet();
        };
      });
    }
    return reading().length === 0;
  }

  function reading(): Reader[] {
    return [...readers].filter(({ task }) => task !== undefined && task.state !== 'waiting');
  }

  function endFirst(): void {
    for (const reader of reading()) {
      if (reader.task!.state !== 'first') continue;
      reader.task!.state = 'again';
      stop(reader);
    }
  }

  function resume(reader: Reader): void {
    const { task } = reader;
    if (task?.state !== 'waiting') return;
    task.state = 'anew';
    begin(reader, task);
  }

  function stop({ task, unwanted }: Reader): void {
    if (task !== undefined) Atomics.store(unwanted, 0, task.id);
  }

  /** Starts a thread. Threads start on demand: a tool that lists nothing needs none. */
  function startReader(): Reader {
    const unwanted = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(siblingModule('reader-thread', import.meta.url), {
      workerData: { file, unwanted } satisfies ReaderThreadData,
      // The file of a large page outlives the thread that wrote it.
      trackUnmanagedFds: false,
    });
    const ready = new Promise((begun) => worker.once('message', begun));
    const reader: Reader = { worker, unwanted, ready, task: undefined };
    readers.add(reader);
    worker.on('message', (reply: ReadReply | 'ready') => {
      if (reply !== 'ready') receive(reader, reply);
    });
    worker.on('error', (failure) => lose(reader, failure));
    worker.on('exit', () => lose(reader, new Error('A reader thread of the database ended')));
    return reader;
  }

  function receive(reader: Reader, reply: ReadReply): void {
    if (reader.task?.state === 'again' && 'failure' in reply) {
      reader.task.state = 'waiting';
      noteQuiet();
      if (silence === undefined) resume(reader);
    } else finish(reader, 'failure' in reply ? thrownBy(reply.failure) : reply);
  }

  function finish(reader: Reader, outcome: Parameters<Task['settle']>[0]): void {
    const { task } = reader;
    reader.task = undefined;
    task?.settle(outcome);
    task?.holding.give();
    noteQuiet();
  }

  /** Fails the task of a thread that died, for example out of memory. The next task gets a new thread. */
  function lose(reader: Reader, failure: unknown): void {
    if (readers.delete(reader)) finish(reader, { thrown: failure });
  }
}

function thrownBy({ message, errcode }: { message: string; errcode: number | undefined }): { thrown: unknown } {
  return { thrown: Object.assign(new Error(message), { errcode }) };
}

/** Releases the outcome of a task that no caller waits for: closes the file of a page. */
function letGo(outcome: Parameters<Task['settle']>[0]): void {
  if ('page' in outcome) closeFile(outcome.page.fd);
}
