/** A request that the service has refused, as an error with all the service said about it. */
import type { Problem } from './api.ts';

export class Refusal extends Error {
  override name = 'Refusal';
  /** The body of the answer: build on `code` and `errors`. Made up where something else answered instead, such as a proxy with a page. */
  readonly problem: Problem;
  readonly status: number;
  readonly headers: Headers;

  constructor(problem: Problem, headers: Headers) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }
}

export function refusalOf(response: Response, text: string): Refusal {
  return new Refusal(readProblem(text) ?? unknownProblem(response, text), response.headers);
}

function readProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text);
    return typeof body?.code === 'string' && typeof body?.status === 'number' ? body : undefined;
  } catch {
    return undefined;
  }
}

function unknownProblem(response: Response, text: string): Problem {
  const source = 'It may come from a proxy in front of the service';
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    detail:
      elsewhere(response) ??
      (text === '' ? `The answer has no body. ${source}.` : `The answer is no JSON. ${source}: ${text.slice(0, 500)}`),
    code: response.status === 503 ? 'unavailable' : 'internal_error',
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/** A redirect is not followed. A browser does not say where it leads. */
function elsewhere({ status, type, headers }: Response): string | undefined {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return undefined;
  const to = headers.get('location');
  const where = to === null ? 'elsewhere' : `to ${to}`;
  return `The address leads ${where}, and nothing was sent there. Give the address of the service itself as baseUrl.`;
}
