/** The form of a route of the API. The table of all routes is what the server, the OpenAPI document and the tests read. */
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
  /** Below the server's root, parameters as `:name`. */
  readonly path: string;
  /** Its name in the OpenAPI document and in metrics: `listTasks`, `updateTask`. */
  readonly operation: string;
  readonly needs: RequiredPermission;
  /** Its answer may take the thread for tens of milliseconds: those of one account are made one after the other. */
  readonly heavy?: true;
  /** What it looks at beside its path, and a POST or PATCH beside its body; nothing more where it is left out. */
  readonly heeds?: AcceptedInput;
  /**
   * A place among what a key may have under way only so often at once, kept until the answer has gone out; undefined where the request needs
   * none. It is taken before the request counts against the rate limit, for one that is refused with 429 does not count.
   */
  placeOfKey?(arrival: RequestHead): Permit | Problem | undefined;
  handle(request: ApiRequest): Promise<ApiResponse | Problem> | ApiResponse | Problem;
}

/** What the caller must be allowed to do: what it says of a key and of a person is in `admission`. */
export type RequiredPermission =
  | { readonly allowed: 'any key' }
  /** `propose`: to ask for a write, which a person may have to decide about. */
  | { readonly allowed: 'read' | 'write' | 'propose'; readonly type: RecordTypeName }
  /** `writes`: it is something else afterwards. */
  | { readonly allowed: 'webhooks'; readonly writes?: true }
  | { readonly allowed: 'assistant' }
  /** For people alone: anybody with a session, those of them who have just shown once more who they are, the permission Company Settings, admins, or such admins. */
  | { readonly allowed: 'any person' }
  | { readonly allowed: 'confirmed person' }
  | { readonly allowed: 'company settings' }
  | { readonly allowed: 'admin' }
  | { readonly allowed: 'administer' };

/** What is known of a request when its caller is. */
export type RequestHead = Pick<ApiRequest, 'caller' | 'query' | 'headers' | 'bodyWanted'>;

export interface ApiRequest {
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, string>>;
  /** The path as it was asked for, and the query string behind the '?', both undecoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The address it comes from, past the proxies that are trusted. */
  readonly client: string;
  readonly body: Buffer | undefined;
  /** When it came, by `performance.now()`: whoever promises an answer in time counts from then. */
  readonly began: number;
  /** The trace the request belongs to, for what it causes: W3C trace context, undefined without one. */
  readonly traceparent: string | undefined;
  /** False for HEAD: the headers are all that anybody will see. */
  readonly bodyWanted: boolean;
  /** Ends work for a client that has left. */
  readonly gone: ClientAbort;
  /** Aborted when the service ends: what is held back is answered then. */
  readonly ending: AbortSignal;
  /** Where the audit log is to be told of what it changes: by whoever makes the change, in its transaction. */
  readonly remembers?: CreateAuditEntry;
  /** The request is held until something happens: from now on it takes a place among those, and none among the others. */
  hold(): Problem | undefined;
  /**
   * What is to come takes the thread for tens of milliseconds or holds much memory, as a route that is `heavy` does: from now on it is worked
   * on in its account's turn.
   */
  heavy(): Promise<Problem | undefined>;
  /** The same for a piece of an answer that is made while it is sent: the turn is over with the piece, whatever the client's pace. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result | Problem>;
  /** Stands in the line that the log has of the request. */
  note(name: string, value: number): void;
  /** Breaks the connection off, and with it an answer that cannot be finished. */
  readonly cut: () => void;
}

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

export interface ApiResponse {
  /** From 400 on: a door that speaks a protocol with refusals of its own. */
  readonly status: 200 | 201 | 202 | 204 | 302 | 304 | 400 | 404 | 405 | 406 | 415;
  /** Text, JSON where no header says otherwise, whole (also as its bytes in UTF-8) or in pieces; or what is the same for everybody. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | StaticBody | LiveBody;
  readonly headers?: Readonly<Record<string, string>>;
}
