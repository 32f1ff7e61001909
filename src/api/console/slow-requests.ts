/**
 * Limits each session to one slow request at a time: a search, a count, or totals. Further ones wait; those that the
 * page has cancelled never start. So no page, and not ten of them, blocks the threads that colleagues need.
 */
import { recordTypeNames } from '../../catalogue/index.ts';
import { createFairSemaphore, type FairSemaphore, isRefusal, type Permit } from '../../fairness/budget.ts';
import { LiveBody } from '../../http/live-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { parseQuery } from '../../records/lists/query.ts';

/** Maximum queue per session: more than the pages of one browser request at the same time. */
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

/** Returns a function that detects slow requests of a route: by its operation, and for a record list by its query. */
function slowness({ operation }: Route): ((query: string) => boolean) | undefined {
  if (operation === 'consoleSearch' || totals.has(operation)) return () => true;
  return lists.has(operation) ? looksAtAll : undefined;
}

const totals = new Set(recordTypeNames.map((name) => `consoleTotal${name}`));
const lists = new Set(recordTypeNames.map((name) => `consoleList${name}`));

/**
 * True if the query searches, or counts the records. Parses names as the list does; a query that the list cannot parse
 * is refused at once, so it is not slow.
 */
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

/** Keeps the permit until a streamed body has been sent completely or its client has disconnected. */
function told(pieces: LiveBody['pieces'], holding: Permit, gone: AbortSignal): LiveBody['pieces'] {
  let hasBegun = false;
  // A generator that never starts runs no `finally`: if its client disconnects first, the abort releases the permit.
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
