/** One request of an operation: its address, headers and body, sent until it is answered or must not be sent again. */
import { type Operations, operations } from './api.ts';
import { refusalOf } from './refusal.ts';
import { isRepeatable, type RetryOptions, retryDefaults, waitBefore } from './retry.ts';

export interface Connection {
  /** Where the service is, such as https://mds.example.com; a path in it is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
  readonly retry?: Partial<RetryOptions>;
  /** How long one try may take until its answer is there; 30 seconds unless you say otherwise. */
  readonly timeoutMs?: number;
  /** Another `fetch`, for proxies or tests. */
  readonly fetch?: typeof fetch;
}

export type OperationName = keyof Operations;

/** What an operation takes. */
export type RequestOf<Name extends OperationName> = Omit<Operations[Name], 'answer'> & { signal?: AbortSignal };

export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  /** The version of the record, for `If-Match` and `If-None-Match`. */
  readonly etag: string | undefined;
  readonly headers: Headers;
}

/** The parts a request can have, whatever the operation. */
export interface AnyRequest {
  readonly path?: { readonly [name: string]: number };
  readonly query?: object;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Throws where nothing can ever be sent: what is wrong with the address or a credential would be wrong each time. */
export function refuseUnusable({ baseUrl, apiKey, vaultSecret, shardID }: Connection): void {
  if (!/^https?:/.test(addressOf(baseUrl)))
    throw new TypeError(`baseUrl has to be an address such as https://mds.example.com, not '${baseUrl}'.`);
  for (const [name, value] of Object.entries({ apiKey, vaultSecret, shardID })) {
    if (!canBeHeader(value)) throw new TypeError(`${name} holds a character that no header can carry.`);
  }
}

/** In a browser it may be relative to the page. */
function addressOf(url: string): string {
  try {
    return new Request(url).url;
  } catch {
    return '';
  }
}

function canBeHeader(value: string): boolean {
  try {
    new Headers([['name', value]]);
    return true;
  } catch {
    return false;
  }
}

export async function send(connection: Connection, name: OperationName, request: AnyRequest): Promise<Answer<unknown>> {
  return sendTo(connection, operations[name][0], pathOf(name, request), request);
}

/** With the query. */
export function pathOf(name: OperationName, { path, query = {} }: Pick<AnyRequest, 'path' | 'query'>): string {
  const whole = operations[name][1].replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(path?.[part])),
  );
  return whole + queryString(query);
}

/** `path` with its query, as the service itself writes it in `Link` and `Location`. */
export async function sendTo(
  connection: Connection,
  method: string,
  path: string,
  request: AnyRequest,
): Promise<Answer<unknown>> {
  const url = connection.baseUrl.replace(/\/$/, '') + path;
  const options = optionsOf(connection);
  const repeatable = isRepeatable(method, request.headers);
  let mayBeDone = false;
  for (let sent = 1; ; sent++) {
    const outcome = await exchange(connection.fetch ?? fetch, url, initOf(connection, method, request));
    const { response, text } = outcome;
    if (response?.ok || response?.status === 304) return answerOf(response, text);
    request.signal?.throwIfAborted();
    const refusal = response && refusalOf(response, text);
    // By the one before it, whose answer did not come.
    if (refusal && mayBeDone && method === 'DELETE' && refusal.problem.code === 'not_found')
      return { status: 204, data: undefined, etag: undefined, headers: refusal.headers };
    const retryAfter = response?.headers.get('retry-after') ?? null;
    const wait = waitBefore({ repeatable, status: response?.status, retryAfter, sent }, options);
    if (wait === undefined) throw refusal ?? outcome.error;
    mayBeDone ||= response?.status !== 429;
    await options.sleep(wait, request.signal);
  }
}

export function optionsOf({ retry }: Connection): RetryOptions {
  return { ...retryDefaults, ...retry };
}

interface Outcome {
  readonly response?: Response;
  readonly text: string;
  readonly error?: unknown;
}

/** The whole answer, or why none came: a body that breaks off is no answer. */
async function exchange(fetching: typeof fetch, url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetching(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    return { text: '', error };
  }
}

/** One try, unless the connection says otherwise. */
export const LONGEST_MS = 30_000;

function initOf(connection: Connection, method: string, request: AnyRequest): RequestInit {
  const { apiKey, vaultSecret, shardID, timeoutMs = LONGEST_MS } = connection;
  const mediaType = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  const { body, signal } = request;
  return {
    method,
    // Followed, it would take the credentials to wherever it leads, and a POST there would become a GET.
    redirect: 'manual',
    headers: {
      apiKey,
      vaultSecret,
      shardID,
      ...(body === undefined ? {} : { 'content-type': mediaType }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
  };
}

function answerOf(response: Response, text: string): Answer<unknown> {
  const { status, headers } = response;
  try {
    const data = text === '' ? undefined : JSON.parse(text);
    return { status, data, etag: headers.get('etag') ?? undefined, headers };
  } catch {
    throw refusalOf(response, text);
  }
}

/** Lists become the same parameter several times. What is undefined is left out; null is the word null. */
function queryString(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const given = [value].flat().filter((one) => one !== undefined);
    // One of none finds nothing; left out, it would find everything.
    if (Array.isArray(value) && given.length === 0)
      throw new TypeError(`${name} is an empty list, which finds nothing. Ask for nothing then, or leave ${name} out.`);
    return given.map((one) => [name, String(one)]);
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
