/**
 * A session has one slow request under way: a search, a count, or sums. What somebody asks for while one runs waits for it; what the page has
 * given up meanwhile never begins. So no page, and not ten of them, takes the threads that colleagues wait for.
 */
import { recordTypeNames } from '../../catalogue/index.ts';
import { createFairSemaphore, type FairSemaphore, isRefusal, type Permit } from '../../fairness/budget.ts';
import { LiveBody } from '../../http/live-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { parseQuery } from '../../records/lists/query.ts';

/** More than the pages of one browser ask for at the same time. */
const MAX_WAITING_PER_SESSION = 100;

export function createSlowRequestSemaphore({
  requests,
  waitMs,
}: {
  readonly requests: number;
  readonly waitMs: number;
}): FairSemaphore {
  const queue = { total: requests, share: MAX_WAITING_PER_SESSION };
  return createFairSemaphore({ name: 'session_searches', total: requests, share: 1, queue, waitMs });
}

export function limitSlowRequests(routes: readonly Route[], turns: FairSemaphore): Route[] {
  return routes.map((route) => {
    const isSlow = slowness(route);
    if (isSlow === undefined) return route;
    const handle = (request: ApiRequest) =>
      isSlow(request.query) ? inTurn(route, request, turns) : route.handle(request);
    return { ...route, handle };
  });
}

/** By its operation; of a list of records, by what it is asked for. */
function slowness({ operation }: Route): ((query: string) => boolean) | undefined {
  if (operation === 'consoleSearch' || totals.has(operation)) return () => true;
  return lists.has(operation) ? looksAtAll : undefined;
}

const totals = new Set(recordTypeNames.map((name) => `consoleTotal${name}`));
const lists = new Set(recordTypeNames.map((name) => `consoleList${name}`));

/** As the list will read it, however its names are written. What it cannot read, it refuses at once. */
function looksAtAll(query: string): boolean {
  const parameters = parseQuery(query);
  if (parameters instanceof Problem) return false;
  return parameters.some(({ name, value }) => {
    const word = name.toLowerCase();
    return word === 'search' || word === 'contains' || (word === 'count' && value.toLowerCase() === 'true');
  });
}

async function inTurn(route: Route, request: ApiRequest, turns: FairSemaphore): Promise<ApiResponse | Problem> {
  const { caller, gone } = request;
  const holding = await turns.turn(caller.person!.sessionID, 1, gone());
  if (isRefusal(holding)) return tooManyWait();
  let isLive = false;
  try {
    const answer = await route.handle(request);
    if (answer instanceof Problem || !(answer.body instanceof LiveBody)) return answer;
    isLive = !gone().aborted;
    return { ...answer, body: new LiveBody(told(answer.body.pieces, holding, gone())) };
  } finally {
    if (!isLive) holding.give();
  }
}

/** What is sent as it is found counts until all of it was, or is not wanted any more. */
function told(pieces: LiveBody['pieces'], holding: Permit, gone: AbortSignal): LiveBody['pieces'] {
  let hasBegun = false;
  // What never begins has no end of its own: it is closed without a word when its client has left by then.
  gone.addEventListener('abort', () => hasBegun || holding.give(), { once: true });
  return all();

  async function* all() {
    hasBegun = true;
    try {
      yield* pieces;
    } finally {
      holding.give();
    }
  }
}

function tooManyWait(): Problem {
  const detail = 'Too much is being searched and counted for you already. Wait for some of it, then try again.';
  return new Problem('overloaded', detail, { headers: { 'retry-after': '2' } });
}
