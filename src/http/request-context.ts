/** State of one request, from its head to the last byte of its response. */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import type { ClientAddress } from '../accounts/client-address.ts';
import { clientNetwork } from '../accounts/ip-address.ts';
import type { Permit } from '../fairness/budget.ts';
import type { Problem } from '../problems.ts';
import type { ProblemRenderer } from './problem-response.ts';
import { parseTraceparent } from './traceparent.ts';

/**
 * Outcome of a request: complete response, client disconnected, or connection cut by the server because the client was
 * too slow.
 */
export type RequestEnding = 'answered' | 'client left' | 'cut off';

/** Status logged if the client disconnected before the response; nothing is sent. Proxies log the same number. */
const STATUS_CLIENT_CLOSED_REQUEST = 499;

export class RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: string;
  /** Response headers; names that can be set twice are in lower case. */
  readonly headers: Record<string, string>;
  readonly socket: Socket;
  /** Remote address, read at once because a closed connection no longer knows it. */
  readonly peer: string | undefined;
  readonly began = performance.now();
  readonly traceparent: string | undefined;
  /** Caller, set once the credentials have been checked. */
  caller: Caller | null = null;
  /** Problem that the request was refused with. */
  problem: Problem | undefined;
  /** Extra JSON members for the request's line in the log, added by the handler. */
  notes = '';
  /** Renders a refusal of this request. */
  readonly refusalForm: ProblemRenderer;
  /** True if the response was written directly to the socket, because the request itself was broken. */
  broken = false;
  cutOff = false;
  /** True once no response can be sent any more. */
  over = false;
  /** True if the response is large, so that producing it blocks the thread. */
  isLarge = false;
  /** Permit of the limit on active requests; none if the request is answered regardless of load. */
  place: Permit | undefined;
  /** Permit of the key's concurrency limit. */
  placeOfKey: Permit | undefined;
  /** True if the request takes its permit from the limit on waiting requests. */
  isHeld = false;
  /** Memory permit for the body and the response; none while both are small or in transit. */
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

  /** Client address, resolved past the trusted proxies. */
  get client(): string {
    this.#client ??= this.#clientAddress(this.peer, this.request.raw.rawHeaders);
    return this.#client;
  }

  /** Tenant whose share the request uses: the account once it is known, before that the client's network. */
  get holder(): string {
    return this.caller?.account.id ?? clientNetwork(this.client);
  }

  /**
   * Tenant used while the key is looked up. It is separate, so that clients without a key at the same address do not
   * use up its share.
   */
  get strangerWithKey(): string {
    return `key from ${clientNetwork(this.client)}`;
  }

  /** Aborts when the client disconnects; created on first use. */
  get gone(): AbortSignal {
    if (this.#gone === undefined) {
      this.#gone = new AbortController();
      // The client disconnected before the signal was first used.
      if (this.over) this.#gone.abort();
    }
    return this.#gone.signal;
  }

  /**
   * Skips abort() once the response has finished: nothing listens any more, and aborting costs as much as reading a
   * record.
   */
  end(): void {
    this.over = true;
    if (!this.reply.raw.writableFinished) this.#gone?.abort();
  }

  /** Adds a field to the log line. Pass only names from our own code, because they are not escaped. */
  note(name: string, value: number): void {
    this.notes += `,"${name}":${value}`;
  }

  cut(): void {
    this.cutOff = true;
    this.breakOff();
  }

  /**
   * Closes the connection in the middle of a response. An HTTP/1.0 response without a length ends when its connection
   * ends, so only a reset shows that it is incomplete. TLS shows this by itself.
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

  /** Bytes of the request body that were read. */
  get bytesIn(): number {
    return this.request.body instanceof Buffer ? this.request.body.length : 0;
  }

  /** Bytes written to the connection, headers included. */
  get bytesOut(): number {
    return this.socket.bytesWritten - this.#writtenBefore;
  }
}
