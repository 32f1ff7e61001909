/**
 * Attempt to deliver: one POST, with one deadline over lookup, connection, handshake and the answer's headers. Reads as
 * much of the answer's body as the log keeps. The result is reported only after the body, so the body is awaited only
 * while it keeps arriving.
 */
import type { Dispatcher } from 'undici';
import { DialFailure, DialProgress, PostponedError, unexpectedFailure } from './dial.ts';
import type { EndpointConnection, EndpointConnections } from './endpoint-connections.ts';
import { EndlessResponseError } from './interim-responses.ts';
import { type AttemptOutcome, type AttemptReport, type FailedOutcome, isGone } from './outcome.ts';
import { pickLoggedHeaders, type ResponseHeaders } from './response-headers.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface AttemptRequest {
  readonly origin: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string;
  /** Account on whose behalf the request is sent. */
  readonly account: string;
  /** Called directly before the request is written; returns false if it must not leave any more. */
  readonly mayLeave: (() => boolean) | undefined;
}

export interface AttemptParts {
  readonly connections: EndpointConnections;
  readonly timeoutMs: number;
}

/** Result of an attempt; `put off` if it was not made, through no fault of the receiver. */
export type AttemptResult = AttemptReport | 'put off';

/** Maximum bytes of the body that are read; then the connection is dropped. */
const MAX_RESPONSE_BYTES = 16 * 1024;
/** Bytes of the body that the log keeps. */
const KEPT_RESPONSE_BYTES = 1024;
/** Time without data after which a body is taken as it is: a retry, 2 s after the answer, does not wait for it. */
const BODY_IDLE_TIMEOUT_MS = 1_000;
/** Time limit for the body of a 410: the endpoint rejects further requests, and this takes effect at once. */
const GONE_BODY_TIMEOUT_MS = 250;

export class DeliveryAttempt implements Dispatcher.DispatchHandler {
  readonly #request: AttemptRequest;
  readonly #parts: AttemptParts;
  readonly #onOutcome: ((outcome: AttemptOutcome) => void) | undefined;
  readonly #done: (made: AttemptResult) => void;
  readonly #startedOn: number;
  readonly #progress: DialProgress;
  #deadline: NodeJS.Timeout | undefined;
  #connection: EndpointConnection;
  #written = false;
  #firstByteMs: number | null = null;
  #outcome: AttemptOutcome | undefined;
  #decidedOn = 0;
  /** Time at which data of the answer last arrived. */
  #heardOn = 0;
  #retryAfterMs: number | null = null;
  #answerHeaders: Readonly<Record<string, string>> | null = null;
  readonly #answer: Buffer[] = [];
  #answerSize = 0;
  #over = false;

  constructor(
    request: AttemptRequest,
    parts: AttemptParts,
    startedOn: number,
    done: (made: AttemptResult) => void,
    onOutcome?: (outcome: AttemptOutcome) => void,
  ) {
    this.#request = request;
    this.#parts = parts;
    this.#startedOn = startedOn;
    this.#done = done;
    this.#onOutcome = onOutcome;
    this.#progress = new DialProgress(request.account);
    this.#connection = parts.connections.take(request.origin);
  }

  start(): void {
    this.#wait(this.#parts.timeoutMs);
    // undici looks once more at a used connection before it writes, but only as far as the event loop has come. A turn more, and
    // whatever had arrived when the attempt began is seen: a close that is overlooked costs the delivery, for it is not retried.
    if (this.#connection.used) setImmediate(() => this.#dispatch());
    else this.#dispatch();
  }

  #dispatch(): void {
    if (this.#over) return;
    const { path, headers, body } = this.#request;
    this.#connection.progress = this.#progress;
    this.#connection.client.dispatch({ path, method: 'POST', headers, body }, this);
  }

  /** Called directly before the request is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#request.mayLeave?.() === false) {
      controller.abort(new PostponedError());
      return;
    }
    this.#written = true;
    this.#connection.interimAnswers?.expectAnswer();
  }

  onResponseStarted(): void {
    this.#firstByteMs = this.#elapsed();
  }

  onResponseStart(_controller: unknown, status: number, headers: ResponseHeaders): void {
    if (this.#over) return;
    this.#answerHeaders = pickLoggedHeaders(headers);
    this.#retryAfterMs = parseRetryAfter(headers['retry-after'], this.#startedOn + this.#elapsed());
    this.#decide({ kind: 'answered', status });
    this.#heardOn = this.#decidedOn;
    this.#wait(this.#leftForBody());
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#over) return;
    this.#heardOn = performance.now();
    if (this.#answerSize < KEPT_RESPONSE_BYTES) this.#answer.push(chunk);
    this.#answerSize += chunk.length;
    if (this.#answerSize >= MAX_RESPONSE_BYTES) this.#end('drop');
  }

  onResponseEnd(): void {
    this.#end('give back');
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#over) return;
    if (this.#outcome !== undefined) this.#end('drop');
    else if (error instanceof PostponedError) this.#putOff();
    else if (error instanceof DialFailure) this.#fail(error.error, error.message);
    else if (!this.#written && this.#connection.used) this.#startOver();
    else this.#fail(...networkFailure(this.#connection.fault ?? error));
  }

  /** Ends the attempt with an uncaught error; does nothing if it is over. */
  abandon(cause: unknown): void {
    if (this.#over) return;
    const { error, message } = unexpectedFailure(cause, this.#progress);
    this.#outcome ??= { kind: 'failed', error, message };
    this.#decidedOn ||= performance.now();
    this.#end('drop');
  }

  /**
   * Repeats the request on a new connection: the other side closed a reused one before a byte of the request was
   * written.
   */
  #startOver(): void {
    this.#connection.drop();
    this.#connection = this.#parts.connections.open(this.#request.origin);
    this.#dispatch();
  }

  #wait(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#expire(), ms);
  }

  #expire(): void {
    const { timeoutMs } = this.#parts;
    // Time spent in the queue for a lookup does not count; the time begins anew after it.
    const left = this.#progress.stage === 'line' ? timeoutMs : timeoutMs - this.#elapsed();
    if (this.#outcome !== undefined) this.#leaveBody();
    else if (left >= 1) this.#wait(left);
    else this.#fail('timeout', `No answer came within ${timeoutMs} ms: ${waitedFor[this.#progress.stage]}.`);
  }

  /**
   * Leaves the body unless more of it has arrived. Checks a turn of the event loop later, because this process may have
   * been the one that paused.
   */
  #leaveBody(): void {
    setImmediate(() => {
      if (this.#over) return;
      const left = this.#leftForBody();
      if (left >= 1) this.#wait(left);
      else this.#end('drop');
    });
  }

  #leftForBody(): number {
    const until = isGone(this.#outcome!)
      ? this.#decidedOn + GONE_BODY_TIMEOUT_MS
      : this.#heardOn + BODY_IDLE_TIMEOUT_MS;
    return Math.min(until - performance.now(), this.#parts.timeoutMs - this.#elapsed());
  }

  #fail(error: FailedOutcome['error'], message: string): void {
    this.#decide({ kind: 'failed', error, message });
    this.#end('drop');
  }

  #putOff(): void {
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#connection.drop();
    this.#done('put off');
  }

  #decide(outcome: AttemptOutcome): void {
    this.#outcome = outcome;
    this.#decidedOn = performance.now();
    this.#onOutcome?.(outcome);
  }

  #end(then: 'give back' | 'drop'): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    if (then === 'give back') this.#connection.giveBack();
    else this.#connection.drop();
    const { dnsMs, connectMs, tlsMs } = this.#progress;
    this.#done({
      outcome: this.#outcome!,
      timings: {
        dnsMs: rounded(dnsMs),
        connectMs: rounded(connectMs),
        tlsMs: rounded(tlsMs),
        firstByteMs: rounded(this.#firstByteMs),
        totalMs: rounded(this.#elapsed()),
      },
      answerStart: this.#answerSize === 0 ? null : startOf(this.#answer),
      retryAfterMs: this.#retryAfterMs,
      answerHeaders: this.#answerHeaders,
      startedOn: this.#startedOn,
      decidedOn: this.#decidedOn,
    });
  }

  #elapsed(): number {
    return performance.now() - this.#progress.since;
  }
}

const waitedFor: Readonly<Record<DialProgress['stage'], string>> = {
  line: 'it was not its turn to be looked up',
  lookup: 'the name was still being looked up',
  connect: 'the connection did not come about',
  tls: 'the TLS handshake did not come to its end',
  answer: 'the request was sent, but its status line and headers did not arrive',
};

/** Returns the error and message for a request that was written, or might have been. */
function networkFailure(error: NodeJS.ErrnoException): [FailedOutcome['error'], string] {
  const code = error.code ?? error.name;
  if (error instanceof EndlessResponseError)
    return ['reset', `Only interim answers (1xx) came, and no status. ${error.message}`];
  if (code === 'UND_ERR_INVALID_ARG') return ['damaged', `The request could not be put together: ${error.message}.`];
  // With TLS 1.3 a receiver that wants a client certificate says so only after the handshake.
  if (code.startsWith('ERR_SSL')) return ['tls', `The receiver ended the TLS connection (${code}).`];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['reset', "The answer's headers are larger than 16 KiB."];
  if (error.name === 'HTTPParserError') return ['reset', `The answer is not HTTP/1.1 (${code}).`];
  return ['reset', `The connection was closed before an answer came (${code}).`];
}

/** Decodes the start of the body as text that any database can store: no half character at the cut, and no U+0000. */
function startOf(chunks: readonly Buffer[]): string {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text =
    bytes.length <= KEPT_RESPONSE_BYTES
      ? wholeAnswer.decode(bytes)
      : new TextDecoder().decode(bytes.subarray(0, KEPT_RESPONSE_BYTES), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}

/** Decoder shared by all answers: creating one takes longer than decoding. */
const wholeAnswer = new TextDecoder();

/** Rounds to a tenth of a millisecond; finer is noise. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 10) / 10;
}
