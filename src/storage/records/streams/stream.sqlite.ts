/**
 * Streams all records of a list as lines, as of one moment. Each stream has a thread of its own while it reads, so the
 * reader threads stay free for lists. Its lines are stored in files next to the database, like large pages, until the
 * client has taken them.
 */
import { Worker } from 'node:worker_threads';
import { type FairSemaphore, isRefusal, type Permit } from '../../../fairness/budget.ts';
import { siblingModule } from '../../../lib/sibling-module.ts';
import { Problem } from '../../../problems.ts';
import type { StreamForm } from '../../../records/lists/lines.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import type { RecordStream, StreamClient } from '../../../records/store.ts';
import {
  acquireForPage,
  createSlowWorkQueue,
  delayRefusal,
  releaseOnFailure,
  type SlowWorkQueueOptions,
  STREAM_LIMITS,
} from '../../slow-work-queue.ts';
import { listTimedOut, tooManyStreams } from '../../sql/database-problems.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import { problemOf } from '../../sqlite/failures.ts';
import { closeFile, readAt } from '../lists/large-page.sqlite.ts';
import { countQuery, streamQuery } from '../lists/list-query.ts';
import { PageLease, type PageLimits } from '../lists/page-lease.ts';
import { titlesStatement } from '../titles/titles.sqlite.ts';
import { MAX_LINE_BYTES } from './line-limit.ts';
import { CHUNK_BUFFERS, CHUNK_BYTES } from './stream-chunks.ts';
import {
  GRANTED_INDEX,
  STOP_INDEX,
  type StreamThreadData,
  type StreamThreadMessage,
} from './stream-messages.sqlite.ts';

export interface StreamOpener {
  open(account: number, plan: ListPlan, form: StreamForm, client?: StreamClient): Promise<RecordStream | Problem>;
  readonly budget: FairSemaphore;
  close(): Promise<void>;
}

export interface StreamOpenerOptions {
  readonly file: string;
  /** Mebibytes of the disk, shared with large pages. */
  readonly disk: FairSemaphore;
  readonly line: SlowWorkQueueOptions;
  readonly limits: PageLimits;
  /** Time limit for the database from one line to the next. */
  readonly listMs: number;
}

const MIB_BYTES = 1024 * 1024;
/** Mebibytes of one file. A client that keeps up needs two. */
const SEGMENT_MIB = 16;
/** Longer than any record. */
const NO_INLINE_LIMIT_BYTES = 2 ** 31 - 1;

export function createStreamOpener({ file, disk, line, limits, listMs }: StreamOpenerOptions): StreamOpener {
  const budget = createSlowWorkQueue(STREAM_LIMITS, line);
  const spools = new Set<Spool>();

  return {
    budget,
    async open(account, plan, form, { gone, lost } = {}) {
      const thread = await budget.turn(String(account), 1, gone);
      if (isRefusal(thread)) return delayRefusal(thread, tooManyStreams());
      const room = await acquireForPage(disk, account, SEGMENT_MIB, gone);
      if (room instanceof Problem) {
        thread.give();
        return room;
      }
      const lease = new PageLease(room, limits, gone, lost);
      const ended = () => {
        spools.delete(spool);
        thread.give();
      };
      const spool = releaseOnFailure({ give: lease.end }, () =>
        releaseOnFailure(thread, () => new Spool(dataOf(account, plan, form), room, listMs, ended)),
      );
      spools.add(spool);
      lease.holds(spool.stop);
      const begun = await spool.begun;
      if ('total' in begun) {
        lease.begin();
        return { total: begun.total, pieces: spool.pieces(lease) };
      }
      lease.end();
      gone?.throwIfAborted();
      const problem = begun.failure instanceof Problem ? begun.failure : problemOf(begun.failure);
      if (problem === undefined) throw begun.failure;
      return problem;
    },
    async close() {
      await Promise.all([...spools].map((spool) => spool.end()));
    },
  };

  function dataOf(account: number, plan: ListPlan, form: StreamForm): StreamThreadData {
    return {
      file,
      account,
      form,
      titles: Object.fromEntries((form.named ?? []).map(({ to }) => [to, titlesStatement(to)])),
      documents: streamQuery(plan, account, readerDialect, NO_INLINE_LIMIT_BYTES),
      count: plan.count ? countQuery(plan, account, readerDialect) : undefined,
      segmentBytes: SEGMENT_MIB * MIB_BYTES,
      longest: MAX_LINE_BYTES,
      control: new Int32Array(new SharedArrayBuffer(8)),
    };
  }
}

type Begun = { readonly total: number | undefined } | { readonly failure: unknown };

interface Segment {
  readonly fd: number;
  written: number;
  full: boolean;
}

/**
 * The files between the thread that writes them and the client that reads them. A class, because it manages a lifetime.
 */
class Spool {
  readonly begun: Promise<Begun>;
  readonly #worker: Worker;
  readonly #control: Int32Array;
  readonly #room: Permit;
  readonly #segments: Segment[] = [];
  readonly #silence: NodeJS.Timeout;
  #begin!: (begun: Begun) => void;
  #outcome: 'ended' | { readonly failure: unknown } | undefined;
  #wake: () => void = () => {};
  #started = false;
  #wantsRoom = false;
  #reading: Promise<unknown> = Promise.resolve();
  readonly #whole: Buffer[] = [];
  #turn = 0;

  constructor(data: StreamThreadData, room: Permit, listMs: number, onExit: () => void) {
    this.#room = room;
    this.#control = data.control;
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.#grant();
    // Files outlive the thread that wrote them.
    this.#worker = new Worker(siblingModule('stream-thread', import.meta.url), {
      workerData: data,
      trackUnmanagedFds: false,
      // It makes a line after the other and keeps none.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    this.#silence = setTimeout(() => this.#overlong(), listMs).unref();
    this.#worker.once('online', () => {
      this.#started = true;
      this.#silence.refresh();
    });
    this.#worker.on('message', (news: StreamThreadMessage) => this.#hear(news));
    this.#worker.on('error', (failure) => this.#fail(failure));
    this.#worker.on('exit', () => {
      clearTimeout(this.#silence);
      if (this.#outcome === undefined) this.#fail(new Error('The thread of a stream ended'));
      if (this.#isStopped) this.#closeAll();
      onExit();
    });
  }

  readonly stop = (): void => {
    if (this.#isStopped) return;
    Atomics.store(this.#control, STOP_INDEX, 1);
    clearTimeout(this.#silence);
    this.#grant();
    this.#wake();
    // The thread may be writing; what it has written into is closed once it has ended.
    if (this.#worker.threadId === -1) this.#closeAll();
  };

  async end(): Promise<void> {
    this.stop();
    await this.#worker.terminate();
  }

  async *pieces(lease: PageLease): AsyncGenerator<Uint8Array> {
    let at = 0;
    try {
      for (;;) {
        lease.next();
        const [segment] = this.#segments;
        if (segment !== undefined && at < segment.written) {
          const piece = await this.#read(segment, at);
          at += piece.length;
          yield piece;
        } else if (segment?.full) {
          this.#segments.shift();
          closeFile(segment.fd);
          at = 0;
          this.#freeRoom();
        } else if (this.#outcome === 'ended') return;
        else if (this.#outcome !== undefined) throw this.#outcome.failure;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      lease.end();
    }
  }

  async #read({ fd, written }: Segment, position: number): Promise<Uint8Array> {
    const buffer = this.#bufferFor(written - position);
    const asked = readAt(fd, { buffer, position, length: buffer.length });
    this.#reading = asked.catch(() => {});
    const { bytesRead } = await asked;
    if (bytesRead === 0) throw new Error('The file of a stream is shorter than it was written');
    return buffer.subarray(0, bytesRead);
  }

  /**
   * Returns a buffer for a piece. Full pieces share a few buffers in turn; a shorter piece, which may wait on its way,
   * gets its own.
   */
  #bufferFor(bytes: number): Buffer {
    if (bytes < CHUNK_BYTES) return Buffer.allocUnsafe(bytes);
    const buffer = this.#whole[this.#turn] ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    this.#whole[this.#turn] = buffer;
    this.#turn = (this.#turn + 1) % CHUNK_BUFFERS;
    return buffer;
  }

  #hear(news: StreamThreadMessage): void {
    this.#silence.refresh();
    if ('begun' in news) this.#begin({ total: news.total });
    else if ('segment' in news) this.#segments.push({ fd: news.segment, written: 0, full: false });
    else if ('bytes' in news) this.#segments.at(-1)!.written = news.bytes;
    else if ('full' in news) this.#wantRoom();
    else if ('ended' in news) this.#outcome ??= 'ended';
    else this.#fail(Object.assign(new Error(news.failure.message), { errcode: news.failure.errcode }));
    this.#wake();
  }

  /**
   * Takes more disk space if there is some, so that the thread finishes soon; otherwise the thread waits for the
   * client.
   */
  #wantRoom(): void {
    this.#segments.at(-1)!.full = true;
    if (this.#isStopped) return;
    if (this.#room.grow(SEGMENT_MIB, SEGMENT_MIB) === undefined) this.#grant();
    else this.#wantsRoom = true;
  }

  /** Ends a stream that takes too long, unless it waits for the client, or the thread is only starting. */
  #overlong(): void {
    if (this.#wantsRoom || !this.#started) this.#silence.refresh();
    else this.#fail(listTimedOut());
  }

  #freeRoom(): void {
    if (!this.#wantsRoom) {
      this.#room.give(SEGMENT_MIB);
      return;
    }
    this.#wantsRoom = false;
    this.#silence.refresh();
    this.#grant();
  }

  #grant(): void {
    Atomics.add(this.#control, GRANTED_INDEX, 1);
    Atomics.notify(this.#control, GRANTED_INDEX);
  }

  #fail(failure: unknown): void {
    this.#outcome ??= { failure };
    this.#begin({ failure });
    this.#wake();
  }

  get #isStopped(): boolean {
    return Atomics.load(this.#control, STOP_INDEX) === 1;
  }

  /** Closes the files, but not during a read: a closed file's number may be reused for another file immediately. */
  #closeAll(): void {
    void this.#reading.finally(() => {
      for (const { fd } of this.#segments.splice(0)) closeFile(fd);
    });
  }
}
