/** One request to the service with the node's credentials. */
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  IN8nHttpFullResponse,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

export type Asking = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export interface Wanted {
  readonly method?: IHttpRequestMethods;
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: unknown;
  readonly headers?: IDataObject;
  /** Of the item the node works on. */
  readonly itemIndex?: number;
}

/** How often a request is sent at most, and the longest it waits in between when the service asks for it. */
const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 65_000;

/** The answer; a refusal is thrown as n8n shows it: what is wrong, and with which field. */
export async function ask(asking: Asking, wanted: Wanted): Promise<IN8nHttpFullResponse> {
  for (let sent = 1; ; sent++) {
    const answer = await send(asking, wanted);
    if (answer.statusCode < 300 || answer.statusCode === 304) return answer;
    const wait = Number(answer.headers['retry-after'] ?? Number.NaN) * 1000;
    // Refused before anything was done (429), or what can be done twice (503): it may be sent again.
    const repeatable = answer.statusCode === 429 || (answer.statusCode === 503 && isSafe(wanted));
    if (!repeatable || sent >= ATTEMPTS || !(wait <= LONGEST_WAIT_MS)) throw refusal(asking, answer, wanted);
    await sleep(wait + Math.random() * 250);
  }
}

function elsewhere(location: unknown): string | undefined {
  if (location === undefined) return undefined;
  return `The base URL leads to ${location}, and nothing was sent there. Give the address of the service itself.`;
}

function isSafe({ method = 'GET', headers = {} }: Wanted): boolean {
  return method === 'GET' || method === 'DELETE' || headers['Idempotency-Key'] !== undefined;
}

async function send(asking: Asking, { method = 'GET', path, query, body, headers }: Wanted) {
  const { baseUrl } = await asking.getCredentials<{ baseUrl: string }>('maintenanceDataServiceApi');
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  const answer: IN8nHttpFullResponse = await asking.helpers.httpRequestWithAuthentication.call(
    asking,
    'maintenanceDataServiceApi',
    {
      method,
      baseURL: baseUrl.replace(/\/+$/, ''),
      url: path,
      headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(query !== undefined && { qs: query, arrayFormat: 'repeat' as const }),
      // As text: what is of another type than JSON is not written by everybody.
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Followed, it would take the credentials to wherever it leads, and a POST there would become a GET.
      disableFollowRedirect: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    },
  );
  return typeof answer.body === 'string' ? { ...answer, body: parsed(answer.body) } : answer;
}

function parsed(text: string): IN8nHttpFullResponse['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return text as unknown as IN8nHttpFullResponse['body'];
  }
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly errors?: readonly { pointer?: string; parameter?: string; header?: string; message: string }[];
}

function refusal(
  asking: Asking,
  { statusCode, headers, body }: IN8nHttpFullResponse,
  { itemIndex }: Wanted,
): NodeApiError {
  const problem: Problem = typeof body === 'object' && body !== null ? (body as Problem) : {};
  const where = (problem.errors ?? []).map(
    ({ pointer, parameter, header, message }) => `${pointer ?? parameter ?? header}: ${message}`,
  );
  const description = [...where, problem.requestId && `Request ${problem.requestId}`].filter(Boolean).join('; ');
  return new NodeApiError(asking.getNode(), problem as JsonObject, {
    message: problem.detail ?? elsewhere(headers.location) ?? `The service answered with ${statusCode}.`,
    description,
    httpCode: String(statusCode),
    ...(itemIndex !== undefined && { itemIndex }),
  });
}
