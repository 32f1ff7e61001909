/**
 * Threads for slow reads, and the queue before them. The queue is bounded: a list that cannot begin soon is refused, so
 * that waiting ones are still answered in time. A statement that runs cannot be interrupted; one that waits is dropped
 * when its client leaves.
 */
import { Worker } from 'node:worker_threads';
import type { Problem } from '../../problems.ts';
import type { ColumnValue } from '../projection.ts';
import { overloaded } from '../refusals.ts';
import type { ReadReply, ReadRequest } from './reader-thread.ts';

export interface ReaderPool {
  /** The rows; a Problem when the queue is full. Rejects with the signal's reason when the client has left. */
  read(request: ReadRequest, gone?: AbortSignal): Promise<Rows | Problem>;
  /** Of an answer already begun, which can no longer be refused. */
  readOn(request: ReadRequest): Promise<Rows>;
  tally(): { readonly running: number; readonly waiting: number };
  close(): Promise<void>;
}

export type Rows = readonly ColumnValue[][];

export interface ReaderPoolOptions {
  readonly file: string;
  readonly threads: number;
  readonly queue: number;
}

interface Job {
  readonly request: ReadRequest;
  resolve(rows: Rows): void;
  reject(reason: unknown): void;
}

interface Reader {
  readonly worker: Worker;
  job: Job | undefined;
}

export function makeReaderPool({ file, threads, queue }: ReaderPoolOptions): ReaderPool {
  const readers = new Set<Reader>();
  const waiting = new Set<Job>();
  let closed = false;

  return {
    async read(request, gone) {
      gone?.throwIfAborted();
      if (waiting.size >= queue && !hasFree()) return overloaded();
      return enqueue(request, gone);
    },
    readOn: (request) => enqueue(request),
    tally: () => ({ running: [...readers].filter(({ job }) => job !== undefined).length, waiting: waiting.size }),
    async close() {
      closed = true;
      for (const job of waiting) job.reject(new Error('The database was closed'));
      waiting.clear();
      await Promise.all([...readers].map(({ worker }) => worker.terminate()));
    },
  };

  function hasFree(): boolean {
    return readers.size < threads || [...readers].some((reader) => reader.job === undefined);
  }

  function enqueue(request: ReadRequest, gone?: AbortSignal): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const settled = () => gone?.removeEventListener('abort', leave);
      const job: Job = {
        request,
        resolve: (rows) => {
          settled();
          resolve(rows);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      const leave = () => {
        waiting.delete(job);
        reject(gone!.reason);
      };
      gone?.addEventListener('abort', leave, { once: true });
      waiting.add(job);
      startNext();
    });
  }

  function startNext(): void {
    const [job] = waiting;
    if (job === undefined || closed) return;
    const free = [...readers].find((reader) => reader.job === undefined);
    const reader = free ?? (readers.size < threads ? startReader() : undefined);
    if (reader === undefined) return;
    waiting.delete(job);
    reader.job = job;
    reader.worker.postMessage(job.request);
  }

  /** Threads start when they are first needed: a tool that lists nothing needs none. */
  function startReader(): Reader {
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: { file } });
    const reader: Reader = { worker, job: undefined };
    readers.add(reader);
    worker.on('message', (reply: ReadReply) => {
      const job = reader.job;
      reader.job = undefined;
      startNext();
      if ('rows' in reply) job?.resolve(reply.rows);
      else job?.reject(Object.assign(new Error(reply.failure.message), { errcode: reply.failure.errcode }));
    });
    worker.on('error', (failure) => lose(reader, failure));
    worker.on('exit', () => lose(reader, new Error('A reader thread of the database ended')));
    return reader;
  }

  /** A thread that died, out of memory for example, takes its statement with it; the next one gets a new thread. */
  function lose(reader: Reader, failure: unknown): void {
    if (!readers.delete(reader)) return;
    reader.job?.reject(failure);
    if (!closed) startNext();
  }
}
