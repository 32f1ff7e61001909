/** Writes all responses and refusals, and counts the memory they use until their clients have read them. */
import { pipeline } from 'node:stream';
import { type FairSemaphore, isRefusal } from '../fairness/budget.ts';
import type { Problem } from '../problems.ts';
import { CHUNK_BYTES, splitIntoChunks } from './chunks.ts';
import {
  acceptsBrotli,
  acceptsGzip,
  createGzipStream,
  GZIP_STREAM_BYTES,
  gzipResponse,
  MIN_COMPRESS_BYTES,
  MIN_STATIC_COMPRESS_BYTES,
} from './compression.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import { LiveBody } from './live-body.ts';
import { discardBody, isBodyArriving } from './receive-body.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { type ApiResponse, JSON_CONTENT_TYPE } from './route.ts';
import { NO_STORE } from './security-headers.ts';
import { StaticBody, type StaticCoding } from './static-body.ts';

export interface Responder {
  send(visit: RequestContext, answer: ApiResponse): Promise<void> | undefined;
  refuse(visit: RequestContext, problem: Problem): void;
}

export interface ResponderParts {
  readonly visits: InFlightRequests;
  readonly streamBytes: FairSemaphore;
  readonly beginnings: Pick<RequestScheduler, 'piece' | 'stepTurn'>;
  /** True if connections must be closed after their responses. */
  readonly closing: () => boolean;
  /** Returns the refusal for a response that exceeds the memory limit. */
  readonly tooMuchHeld: () => Problem;
  /** Reports a response that failed on the server side. */
  readonly onBroken: (visit: RequestContext, failure: Error) => void;
}

export function createResponder(parts: ResponderParts): Responder {
  const { visits, streamBytes, beginnings, closing, tooMuchHeld, onBroken } = parts;
  return {
    send(visit, { status, headers, body }) {
      Object.assign(visit.headers, headers);
      if (body === undefined) return write(visit, status);
      visit.headers['content-type'] ??= JSON_CONTENT_TYPE;
      if (body instanceof StaticBody) return sendStatic(visit, status, body);
      if (body instanceof LiveBody) return sendLive(visit, status, body);
      if (typeof body === 'string' || body instanceof Uint8Array) return sendWhole(visit, status, body);
      return sendPieces(visit, status, body);
    },
    refuse,
  };

  function refuse(visit: RequestContext, problem: Problem): undefined {
    visit.problem = problem;
    // Left over from a response that failed before its first byte.
    delete visit.headers['content-encoding'];
    const { type, body } = visit.refusalForm(problem, visit.request);
    Object.assign(visit.headers, problem.headers, { 'cache-control': NO_STORE, 'content-type': type });
    const { request, reply } = visit;
    const closes = closing() || !reply.raw.shouldKeepAlive;
    if (!closes || !isBodyArriving(request.raw)) return write(visit, problem.status, body);
    reply.hijack();
    visits.release(visit);
    void discardBody(request.raw).then(() => {
      // The request may have timed out, or its client may have disconnected.
      if (!visit.over && !visit.broken) write(visit, problem.status, body);
    });
  }

  /**
   * Bypasses Fastify, which would check headers and body once more: that takes a fifth of the time of reading one
   * record.
   */
  function write(visit: RequestContext, status: number, body?: string | Uint8Array): undefined {
    if (body !== undefined) visit.headers['content-length'] = String(Buffer.byteLength(body));
    begin(visit, status);
    const { raw } = visit.reply;
    raw.end(body);
    // Nearly always the socket has accepted all of it by now.
    if (raw.writableLength > 0) visits.holdAtLeast(visit, raw.writableLength);
  }

  function begin({ reply, headers }: RequestContext, status: number): void {
    if (closing()) headers.connection = 'close';
    reply.raw.writeHead(status, headers);
    reply.hijack();
  }

  function sendWhole(visit: RequestContext, status: number, body: string | Uint8Array): Promise<void> | undefined {
    if (body.length < MIN_COMPRESS_BYTES) return write(visit, status, body);
    visit.isLarge = true;
    const size = Buffer.byteLength(body);
    if (lacksRoom(visit, size)) return refuse(visit, tooMuchHeld());
    return choosesGzip(visit) ? sendCompressed(visit, status, body, size) : write(visit, status, body);
  }

  async function sendCompressed(
    visit: RequestContext,
    status: number,
    body: string | Uint8Array,
    size: number,
  ): Promise<void> {
    const compressed = await gzipResponse(body);
    visits.giveBack(visit, size - compressed.length);
    write(visit, status, compressed);
  }

  async function sendStatic(visit: RequestContext, status: number, body: StaticBody): Promise<void> {
    const coding = body.bytes.length >= MIN_STATIC_COMPRESS_BYTES ? chosenCoding(visit) : undefined;
    const bytes = coding === undefined ? body.bytes : await body.compressed(coding);
    visit.headers['content-length'] = String(bytes.length);
    const isRead = visit.request.method !== 'HEAD';
    if (isRead && lacksRoom(visit, Math.min(bytes.length, CHUNK_BYTES))) {
      return refuse(visit, tooMuchHeld());
    }
    begin(visit, status);
    const { raw } = visit.reply;
    if (!isRead) raw.end();
    else if (bytes.length <= CHUNK_BYTES) raw.end(bytes);
    else pipeline(steps(visit, bytes), raw, ended(visit));
  }

  /** Sends each chunk immediately, neither buffered nor compressed. */
  function sendLive(visit: RequestContext, status: number, { pieces }: LiveBody): undefined {
    const { raw } = visit.reply;
    begin(visit, status);
    raw.flushHeaders();
    if (visit.request.method === 'HEAD') {
      raw.end();
      return;
    }
    pipeline(asTheyCome(visit, pieces[Symbol.asyncIterator]()), raw, ended(visit));
  }

  /**
   * Returns the callback of a pipeline. The pipeline handles backpressure and disconnects, and also ends its source.
   */
  function ended(visit: RequestContext): (failure: Error | null | undefined) => void {
    return (failure) => {
      if (failure && !visit.over) onBroken(visit, failure);
    };
  }

  function steps(visit: RequestContext, bytes: Buffer): AsyncGenerator<Buffer> {
    return splitIntoChunks(bytes, () => beginnings.stepTurn(visit.holder, () => visit.gone));
  }

  /** Sends large chunks a few at a time, because hundreds of streams of one account receive the same events at once. */
  async function* asTheyCome(
    visit: RequestContext,
    source: AsyncIterator<string | Uint8Array>,
  ): AsyncGenerator<Buffer> {
    try {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        const piece = bytesOf(next.value);
        if (piece.length <= SMALL_CHUNK_BYTES) {
          yield piece;
          continue;
        }
        const room = await streamBytes.turn(visit.holder, piece.length, visit.gone);
        // The client reconnects and resumes where it was.
        if (isRefusal(room)) return visit.cut();
        try {
          for await (const step of steps(visit, piece)) {
            yield step;
            room.give(step.length);
          }
        } finally {
          room.give();
        }
      }
    } finally {
      await source.return?.();
    }
  }

  /** Streams a body in chunks; a body with only one chunk is sent whole. */
  async function sendPieces(
    visit: RequestContext,
    status: number,
    pieces: AsyncIterable<string | Uint8Array>,
  ): Promise<void> {
    const source = pieces[Symbol.asyncIterator]();
    const [first, second] = [await source.next(), await source.next()].map(({ done, value }) =>
      done ? undefined : bytesOf(value),
    );
    if (second === undefined) return sendWhole(visit, status, first ?? EMPTY_BUFFER);
    visit.isLarge = true;
    const compressing = choosesGzip(visit);
    const working = visits.heldBy(visit) + (compressing ? GZIP_STREAM_BYTES : 0);
    const isRead = visit.request.method !== 'HEAD';
    if (!isRead || lacksRoom(visit, first!.length + second.length + (compressing ? GZIP_STREAM_BYTES : 0))) {
      await source.return?.();
      return isRead ? refuse(visit, tooMuchHeld()) : write(visit, status);
    }
    begin(visit, status);
    const { raw } = visit.reply;
    const flow = counted(visit, working, [first!, second], source);
    if (compressing) pipeline(flow, createGzipStream(), raw, ended(visit));
    else pipeline(flow, raw, ended(visit));
  }

  /**
   * Yields bytes, not strings. For strings, Node (26.10) pauses the writer by bytes but resumes it by characters, so
   * multi-byte text waits forever for a slow client.
   */
  async function* counted(
    visit: RequestContext,
    working: number,
    begun: readonly Buffer[],
    source: AsyncIterator<string | Uint8Array>,
  ): AsyncGenerator<Buffer> {
    const make = () =>
      beginnings.piece(
        visit.holder,
        () => visit.gone,
        () => source.next(),
      );
    try {
      yield* begun;
      for (let next = await make(); !next.done; next = await make()) {
        const piece = bytesOf(next.value);
        // A response that has started cannot be refused any more.
        visits.holdExactly(visit, working + piece.length);
        yield piece;
      }
    } catch (failure) {
      visit.breakOff();
      throw failure;
    } finally {
      await source.return?.();
    }
  }

  /**
   * Returns true if the response exceeds the memory limit and must be refused. Responses to completed changes are never
   * refused: their bytes are counted, and later requests are refused instead. Requests without a permit, such as health
   * checks, are never refused either.
   */
  function lacksRoom(visit: RequestContext, bytes: number): boolean {
    const { method } = visit.request;
    const mayBeRefused = visit.place !== undefined && (method === 'GET' || method === 'HEAD');
    if (mayBeRefused) return visits.hold(visit, bytes) !== undefined;
    visits.holdExactly(visit, visits.heldBy(visit) + bytes);
    return false;
  }
}

const EMPTY_BUFFER = Buffer.alloc(0);
/** Largest event, in bytes, that is sent without a turn: as much as a socket accepts at once. */
const SMALL_CHUNK_BYTES = 16 * 1024;

function bytesOf(piece: string | Uint8Array): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

function choosesGzip(visit: RequestContext): boolean {
  return encodes(visit, acceptsGzip(visit.request.headers['accept-encoding']) ? 'gzip' : undefined) !== undefined;
}

/** Chooses the coding of a static body: Brotli if accepted, because it is smaller, otherwise gzip. */
function chosenCoding(visit: RequestContext): StaticCoding | undefined {
  const accepted = visit.request.headers['accept-encoding'];
  return encodes(visit, acceptsBrotli(accepted) ? 'br' : acceptsGzip(accepted) ? 'gzip' : undefined);
}

function encodes<Coding extends StaticCoding>(
  { headers }: RequestContext,
  coding: Coding | undefined,
): Coding | undefined {
  headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
  if (coding === undefined) return undefined;
  headers['content-encoding'] = coding;
  // A strong ETag identifies exact bytes, and compression changes them; records/etag.ts accepts both forms.
  if (headers.ETag !== undefined) headers.ETag = headers.ETag.replace(/"$/, `-${coding}"`);
  return coding;
}
