/** The form of a route of the API. The table of all routes is what the server, the OpenAPI document and the tests read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../accounts/caller.ts';
import type { RecordTypeName } from '../catalogue/index.ts';
import type { Problem } from '../problems.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the server's root, parameters as `:name`. */
  readonly path: string;
  /** Its name in the OpenAPI document and in metrics: `listTasks`. */
  readonly operation: string;
  readonly needs: Needs;
  handle(request: ApiRequest): Promise<Answer | Problem> | Answer | Problem;
}

/** What the caller must be allowed to do. */
export type Needs =
  | { readonly allowed: 'any key' }
  | { readonly allowed: 'read' | 'write'; readonly type: RecordTypeName }
  | { readonly allowed: 'webhooks' };

export interface ApiRequest {
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, string>>;
  /** The path as it was asked for, and the query string behind the '?', both undecoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
  /** Only the headers of the answer are asked for (HEAD): what only the body needs need not be read. */
  readonly headOnly: boolean;
  /** The trace the request belongs to, for what it causes: W3C trace context, undefined without one. */
  readonly traceparent: string | undefined;
  /** Ends work for a client that has left. */
  readonly gone: AbortSignal;
}

export const JSON_ANSWER = 'application/json; charset=utf-8';

export interface Answer {
  readonly status: 200 | 201 | 204 | 304;
  /** JSON text, whole (also as its bytes in UTF-8) or in pieces. */
  readonly body?: string | Uint8Array | AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}
