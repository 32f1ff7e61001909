/**
 * The one way to the service: a request below /console/api, and its answer or a Problem as a value. A session that is over is told to
 * whoever shows the sign-in; a password that is asked once more is asked, and then the request is made again.
 */
import { fetchAsPerson } from './as-person.ts';
import { requestReauthentication } from './confirmation.ts';
import { Problem } from './problem.ts';
import { isServiceAway, reportReachable } from './reach.ts';
import { notifySessionEnded } from './session-ended.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiCallOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the request is allowed without a session. */
  readonly open?: boolean;
}

export interface ApiReply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  /** Unparsed response body. */
  readonly text: string;
}

/** `path` below /console/api: `/Session`, `/acc_1/Tasks?take=5`. */
export async function callApi<T>(
  method: Method,
  path: string,
  asked: ApiCallOptions = {},
): Promise<ApiReply<T> | Problem> {
  const reply = await send<T>(method, path, asked);
  if (!(reply instanceof Problem)) return reply;
  if (reply.endsSession && !asked.open) notifySessionEnded();
  if (reply.code === 'confirmation_needed' && (await requestReauthentication())) return send<T>(method, path, asked);
  return reply;
}

async function send<T>(
  method: Method,
  path: string,
  { body, signal, headers = {} }: ApiCallOptions,
): Promise<ApiReply<T> | Problem> {
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  let response: Response;
  let text: string;
  try {
    response = await fetchAsPerson(`/console/api${path}`, {
      method,
      signal: signal ?? null,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (isServiceAway(response)) throw response;
    text = await response.text();
  } catch (failure) {
    // The caller cancelled the request, so this is no connection error.
    if (signal?.aborted) throw failure;
    reportReachable(false);
    return unreachableProblem();
  }
  reportReachable(true);
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const told = isJson && text !== '' ? JSON.parse(text) : undefined;
  if (response.ok) return { status: response.status, headers: response.headers, body: told as T, text };
  return problemFromResponse(response, told);
}

export function unreachableProblem(): Problem {
  const detail = 'The service does not answer. Is there a connection to it?';
  return new Problem({ code: 'unreachable', title: 'No connection', detail }, 0);
}

/** `told` is the body of the answer, where it has one that can be read. */
export function problemFromResponse(
  { status, headers }: Response,
  told: Readonly<Record<string, unknown>> = {},
): Problem {
  return new Problem(told, status, secondsOf(headers.get('retry-after')));
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** Returns a query function that throws a Problem on failure. */
export function createQueryFn<T>(
  path: string,
  asked: ApiCallOptions = {},
): (context: { signal: AbortSignal }) => Promise<T> {
  return async ({ signal }) => {
    const reply = await callApi<T>('GET', path, { ...asked, signal });
    if (reply instanceof Problem) throw reply;
    return reply.body;
  };
}

/** Calls the API for a mutation and throws a Problem on failure. */
export async function callApiOrThrow<T>(
  method: Method,
  path: string,
  body?: unknown,
  asked: ApiCallOptions = {},
): Promise<T> {
  const reply = await callApi<T>(method, path, { ...asked, ...(body !== undefined && { body }) });
  if (reply instanceof Problem) throw reply;
  return reply.body;
}
