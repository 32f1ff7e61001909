/** One request from its head to the last byte of its answer: what is known about it while it is under way. */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import type { ClientAddress } from '../accounts/client-address.ts';
import { clientNetwork } from '../accounts/ip-address.ts';
import type { Permit } from '../fairness/budget.ts';
import type { Problem } from '../problems.ts';
import type { ProblemRenderer } from './problem-response.ts';
import { parseTraceparent } from './traceparent.ts';

/** How it ended: with its whole answer, without its client, or without patience for its client. */
export type RequestEnding = 'answered' | 'client left' | 'cut off';

/** What a client that has left gets to see: nothing. The number is the one that proxies use in their logs. */
const STATUS_CLIENT_CLOSED_REQUEST = 499;

export class RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: string;
  /** Of the answer, names in lower case where they might be set twice. */
  readonly headers: Record<string, string>;
  readonly socket: Socket;
  /** Asked at once: a connection that is gone no longer knows. */
  readonly peer: string | undefined;
  readonly began = performance.now();
  readonly traceparent: string | undefined;
  /** Known once the credentials have been looked at. */
  caller: Caller | null = null;
  /** The refusal it was answered with. */
  problem: Problem | undefined;
  /** What the work on it has told of itself, as members of its line in the log. */
  notes = '';
  /** How it is refused, where it is. */
  readonly refusalForm: ProblemRenderer;
  /** Answered on the bare connection, because the request itself broke off. */
  broken = false;
  cutOff = false;
  /** Nothing can be answered any more. */
  over = false;
  /** Its answer is one of those that take the thread. */
  isLarge = false;
  /** Among the requests under way; none where it is answered whatever else is. */
  place: Permit | undefined;
  /** Its place among what its key may have under way only so often at once. */
  placeOfKey: Permit | undefined;
  /** Its place is among those that wait for something to happen. */
  isHeld = false;
  /** Of memory, for its body and its answer; none as long as they are small or on their way. */
  bytes: Permit | undefined;
  readonly #clientAddress: ClientAddress;
  #client: string | undefined;
  readonly #writtenBefore: number;
  #gone: AbortController | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: string,
    headers: Record<string, string>,
    clientAddress: ClientAddress,
    refusalForm: ProblemRenderer,
  ) {
    this.refusalForm = refusalForm;
    this.request = request;
    this.reply = reply;
    this.operation = operation;
    this.headers = headers;
    this.socket = request.raw.socket;
    this.peer = this.socket.remoteAddress;
    this.traceparent = parseTraceparent(request.headers.traceparent);
    this.#clientAddress = clientAddress;
    this.#writtenBefore = this.socket.bytesWritten;
  }

  /** Its address, past the proxies that are trusted. */
  get client(): string {
    this.#client ??= this.#clientAddress(this.peer, this.request.raw.rawHeaders);
    return this.#client;
  }

  /** On whose behalf it takes what is scarce: its address, and its account once that is known. */
  get holder(): string {
    return this.caller?.account.id ?? clientNetwork(this.client);
  }

  /** While its key is looked up: others at its address, who have none, do not use up its share. */
  get strangerWithKey(): string {
    return `key from ${clientNetwork(this.client)}`;
  }

  /** Ends work for a client that has left. */
  get gone(): AbortSignal {
    if (this.#gone === undefined) {
      this.#gone = new AbortController();
      // It left before anybody asked.
      if (this.over) this.#gone.abort();
    }
    return this.#gone.signal;
  }

  /** Nobody listens any more where the answer was given; and aborting costs as much as reading a record. */
  end(): void {
    this.over = true;
    if (!this.reply.raw.writableFinished) this.#gone?.abort();
  }

  /** Names of ours alone. */
  note(name: string, value: number): void {
    this.notes += `,"${name}":${value}`;
  }

  cut(): void {
    this.cutOff = true;
    this.breakOff();
  }

  /**
   * Ends the connection in the middle of an answer. One of HTTP/1.0 that was begun without its length ends where its connection
   * does: only a connection that is reset tells that there should have been more. TLS tells it by itself.
   */
  breakOff(): void {
    const { raw } = this.reply;
    const endsWithConnection = this.request.raw.httpVersion === '1.0' && raw.headersSent && !raw.writableFinished;
    if (endsWithConnection && !('encrypted' in this.socket)) this.socket.resetAndDestroy();
    else this.socket.destroy();
  }

  get ending(): RequestEnding {
    if (this.broken || this.reply.raw.writableFinished) return 'answered';
    return this.cutOff ? 'cut off' : 'client left';
  }

  get status(): number {
    if (this.broken) return this.problem!.status;
    return this.reply.raw.headersSent ? this.reply.raw.statusCode : STATUS_CLIENT_CLOSED_REQUEST;
  }

  /** Bytes of the body, as far as it was read. */
  get bytesIn(): number {
    return this.request.body instanceof Buffer ? this.request.body.length : 0;
  }

  /** Bytes written to the connection, headers included. */
  get bytesOut(): number {
    return this.socket.bytesWritten - this.#writtenBefore;
  }
}
