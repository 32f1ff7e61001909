/** A route of the API. The server, the OpenAPI document and the tests all read one table of these routes. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../accounts/caller.ts';
import type { CreateAuditEntry } from '../accounts/remembered.ts';
import type { RecordTypeName } from '../catalogue/index.ts';
import type { Permit } from '../fairness/budget.ts';
import type { ClientAbort } from '../lib/gone.ts';
import type { Problem } from '../problems.ts';
import type { AcceptedInput } from './accepted-input.ts';
import type { LiveBody } from './live-body.ts';
import type { StaticBody } from './static-body.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the server's root; parameters are written as `:name`. */
  readonly path: string;
  /** Operation name in the OpenAPI document and in metrics: `listTasks`, `updateTask`. */
  readonly operation: string;
  readonly needs: RequiredPermission;
  /**
   * Marks a route whose response can block the thread for tens of milliseconds. Heavy requests of one account run one
   * at a time.
   */
  readonly heavy?: true;
  /**
   * Inputs that the route reads besides its path, and besides the body of a POST or PATCH. If omitted, it reads nothing
   * more.
   */
  readonly heeds?: AcceptedInput;
  /**
   * Acquires a permit from the key's concurrency limit, kept until the response has been sent; undefined if the request
   * needs none. Runs before the request counts against the rate limit, because a request refused with 429 does not
   * count.
   */
  placeOfKey?(arrival: RequestHead): Permit | Problem | undefined;
  handle(request: ApiRequest): Promise<ApiResponse | Problem> | ApiResponse | Problem;
}

/** Permission that the caller must have. `admission` defines what each one requires of a key and of a person. */
export type RequiredPermission =
  | { readonly allowed: 'any key' }
  /** `propose`: permission to request a write, which a person may have to decide about. */
  | { readonly allowed: 'read' | 'write' | 'propose'; readonly type: RecordTypeName }
  /** `writes`: the route changes or sends something, which keys that only propose may not do. */
  | { readonly allowed: 'webhooks'; readonly writes?: true }
  | { readonly allowed: 'assistant' }
  /**
   * Permissions for people only: any signed-in person; a person who has just confirmed their identity again; the
   * permission Company Settings; admins; admins who have just confirmed their identity again.
   */
  | { readonly allowed: 'any person' }
  | { readonly allowed: 'confirmed person' }
  | { readonly allowed: 'company settings' }
  | { readonly allowed: 'admin' }
  | { readonly allowed: 'administer' };

/** The parts of a request that are known once its caller is known. */
export type RequestHead = Pick<ApiRequest, 'caller' | 'query' | 'headers' | 'bodyWanted'>;

export interface ApiRequest {
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, string>>;
  /** Requested path, and the query string after the '?'; both undecoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Client address, resolved past the trusted proxies. */
  readonly client: string;
  readonly body: Buffer | undefined;
  /** Arrival time by `performance.now()`. Handlers with a response deadline count from this time. */
  readonly began: number;
  /** W3C trace context of the request, passed on to the work it causes; undefined without one. */
  readonly traceparent: string | undefined;
  /** False for HEAD, because only the headers are sent. */
  readonly bodyWanted: boolean;
  /** Stops work when the client has disconnected. */
  readonly gone: ClientAbort;
  /** Aborts when the service shuts down; requests that wait are then answered. */
  readonly ending: AbortSignal;
  /**
   * Creates the audit log entry of the change; set if the change must be audited. The code that makes the change calls
   * it in the same transaction.
   */
  readonly remembers?: CreateAuditEntry;
  /**
   * Marks the request as waiting for an event: from now on it counts against the limit on waiting requests, not the one
   * on active requests.
   */
  hold(): Problem | undefined;
  /**
   * Waits for the account's turn, as a route that is `heavy` does. Call it before work that blocks the thread for tens
   * of milliseconds or uses much memory.
   */
  heavy(): Promise<Problem | undefined>;
  /**
   * Waits for the account's turn for one chunk of a streamed response. The turn ends with the chunk, however slowly the
   * client reads.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result | Problem>;
  /** Adds a field to the request's line in the log. */
  note(name: string, value: number): void;
  /** Closes the connection, and so aborts a response that cannot be finished. */
  readonly cut: () => void;
}

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

export interface ApiResponse {
  /** Statuses from 400 on are for protocols that define their own error responses. */
  readonly status: 200 | 201 | 202 | 204 | 302 | 304 | 400 | 404 | 405 | 406 | 415;
  /**
   * Text (JSON if no header says otherwise), whole (also as UTF-8 bytes) or in chunks; or a body that is identical for
   * all clients, or a live one.
   */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | StaticBody | LiveBody;
  readonly headers?: Readonly<Record<string, string>>;
}
