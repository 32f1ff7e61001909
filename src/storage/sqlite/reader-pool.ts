/**
 * Threads for slow reads, each account's in its turn: whatever one of them asks for, others find a thread, and a line that
 * is not full of its lists. A read has a time limit and ends early when its client leaves. What cannot be ended at once,
 * as a sort, is answered all the same, and its thread counts as taken until it is really free.
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
  /** The rows; a Problem when too many wait or it takes too long. Rejects with the signal's reason when the client has left. */
  read(holder: string, query: SqlQuery, gone?: AbortSignal, tries?: QueryAttempts): Promise<RowArrays | Problem>;
  /** A page of documents, as a file that the caller closes. */
  writePage(holder: string, page: SqlQuery, take: number, gone?: AbortSignal): Promise<PageFile | Problem>;
  readonly budget: FairSemaphore;
  /** Starts the threads that one account may have, which otherwise happens as they are needed: whoever asks first would wait for it. */
  warm(): Promise<void>;
  /**
   * Does the work while nothing is read: what is asked for meanwhile waits. What is being read has so much time to come to
   * its end; then it is ended and, once, begun anew behind the work. Where it cannot be ended, the work is not done, which is
   * told. So nobody is refused for it, and nobody waits for long.
   */
  quietly(patienceMs: number, work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReaderPoolOptions {
  readonly file: string;
  readonly threads: number;
  readonly queue: number;
  /** How long a read may take, and how long it may wait for its turn. */
  readonly limitMs: number;
}

interface Reader {
  readonly worker: Worker;
  readonly unwanted: Int32Array;
  /** It has begun to take jobs. */
  readonly ready: Promise<unknown>;
  task: Task | undefined;
}

interface Task {
  id: number;
  readonly request: ReadRequest;
  /** `again`: it is being ended, to be begun anew. `waiting` for that. `anew`: it was, and is not ended a second time. */
  state: 'first' | 'again' | 'waiting' | 'anew';
  /** Its time runs from the moment in which a thread begins. */
  limit(): void;
  /** Once: what comes after the answer was given is let go. */
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
  /** While nothing may be begun. */
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
      // Those that wait are served, and refused, as those that run end.
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
    // There are as many as can be held, unless the machine gives no thread any more.
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
    // A thread that is only starting has not taken any of the time yet.
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

  /** Threads start when they are first needed: a tool that lists nothing needs none. */
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

  /** A thread that died, out of memory for example, takes its statement with it; the next one gets a new thread. */
  function lose(reader: Reader, failure: unknown): void {
    if (readers.delete(reader)) finish(reader, { thrown: failure });
  }
}

function thrownBy({ message, errcode }: { message: string; errcode: number | undefined }): { thrown: unknown } {
  return { thrown: Object.assign(new Error(message), { errcode }) };
}

/** Nobody waits for it any more. */
function letGo(outcome: Parameters<Task['settle']>[0]): void {
  if ('page' in outcome) closeFile(outcome.page.fd);
}
