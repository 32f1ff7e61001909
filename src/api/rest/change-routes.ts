/** Routes of the change log: the history of a record, and all changes of an account as a feed or a stream. */
import type { Caller } from '../../accounts/caller.ts';
import { mayRead } from '../../accounts/permissions.ts';
import type { AccessWatch } from '../../accounts/watch-stays.ts';
import { type RecordType, recordTypes, singularName } from '../../catalogue/index.ts';
import { type FairSemaphore, isRefusal } from '../../fairness/budget.ts';
import { LiveBody } from '../../http/live-body.ts';
import {
  type ApiRequest,
  type ApiResponse,
  JSON_CONTENT_TYPE,
  type RequestHead,
  type Route,
} from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { pageHeaders, partsBeside } from '../../records/lists/links.ts';
import { writeCursor } from '../../records/log/cursor.ts';
import { asksToWait, type FeedRequest, placeOf, readFeedRequest } from '../../records/log/feed.ts';
import type { FeedPosition, Following } from '../../records/log/following.ts';
import { planHistory } from '../../records/log/history.ts';
import type { ChangeLog, FeedPage } from '../../records/log/store.ts';
import { noSuchRecord } from '../../records/refusals.ts';
import type { RecordStore } from '../../records/store.ts';
import { EVENT_STREAM, prefersEventStream } from './list-format.ts';
import { readRecordID } from './record-id.ts';
import { LIST_VARY } from './record-streams.ts';

export interface ChangeParts {
  records(caller: Caller): RecordStore;
  log(caller: Caller): ChangeLog;
  readonly following: Following;
  readonly keys: AccessWatch;
  /** Between two signs of life on a stream on which nothing happens. */
  readonly signOfLifeMs: number;
  /** Requests that wait for changes, by key. */
  readonly heldByKey: FairSemaphore;
}

/** Maximum concurrent waiting requests per key. */
export const MAX_HELD_PER_KEY = 10;

export function changeRoutes(parts: ChangeParts): Route[] {
  const feed: Route = {
    method: 'GET',
    path: '/api/Changes',
    operation: 'listChanges',
    needs: { allowed: 'any key' },
    heeds: { query: true },
    placeOfKey: (arrival) => placeOfKey(parts, arrival),
    handle: (asked) => changes(parts, asked),
  };
  return [feed, ...recordTypes.map((type) => historyRoute(type, parts))];
}

function historyRoute(type: RecordType, parts: ChangeParts): Route {
  return {
    method: 'GET',
    path: `/api/${type.name}/:id/History`,
    operation: `list${singularName(type)}History`,
    needs: { allowed: 'read', type: type.name },
    heeds: { query: true },
    handle: (asked) => history(type, parts, asked),
  };
}

async function history(type: RecordType, parts: ChangeParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const id = readRecordID(type, request);
  if (id instanceof Problem) return id;
  const plan = planHistory(type, request.query);
  if (plan instanceof Problem) return plan;
  const [record, page] = await Promise.all([
    parts.records(request.caller).read(type.name, id),
    parts.log(request.caller).history(type.name, id, plan, request.gone()),
  ]);
  if (record === undefined) return noSuchRecord(type, id);
  if (page instanceof Problem) return page;
  const headers = pageHeaders(`/api/${type.name}/${id}/History`, request.query, plan, page);
  const body = plan.fields === undefined ? page.body : cutPage(page.body, plan.fields);
  return { status: 200, body, headers };
}

/** A stream and a page that is waited for are held. */
function placeOfKey({ heldByKey }: ChangeParts, { caller, query, headers, bodyWanted }: RequestHead) {
  if (!bodyWanted || !(prefersEventStream(headers.accept) || asksToWait(query))) return undefined;
  const place = heldByKey.take(caller.apiKey);
  return isRefusal(place) ? tooManyHeld() : place;
}

export function tooManyHeld(): Problem {
  return new Problem(
    'too_many_held',
    `This key has ${MAX_HELD_PER_KEY} requests that wait for changes already. End one of them, or ask without wait.`,
    { headers: { 'Retry-After': '1' } },
  );
}

async function changes(parts: ChangeParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const isStream = prefersEventStream(request.headers.accept);
  const form = isStream ? 'stream' : 'page';
  const asked = readFeedRequest(request.query, form, (type) => mayRead(request.caller, type));
  if (asked instanceof Problem) return asked;
  const log = parts.log(request.caller);
  const bounds = await log.bounds();
  // A client that was cut off says where it was.
  const resumed = isStream ? request.headers['last-event-id'] : undefined;
  const after =
    typeof resumed === 'string' && resumed !== ''
      ? await placeOf(resumed, bounds, { header: 'Last-Event-ID' })
      : await placeOf(asked.after, bounds);
  if (after instanceof Problem) return after;
  // The position of the next page is known only after reading this one.
  if (!isStream && !request.bodyWanted) return varied({ status: 200, headers: { 'content-type': JSON_CONTENT_TYPE } });
  return varied(
    isStream
      ? stream(parts, request, log, asked, after, bounds.log)
      : await page(parts, request, log, asked, after, bounds.log),
  );
}

function varied(answer: ApiResponse | Problem): ApiResponse | Problem {
  return answer instanceof Problem ? answer : { ...answer, headers: { ...answer.headers, vary: LIST_VARY } };
}

async function page(
  parts: ChangeParts,
  request: ApiRequest,
  log: ChangeLog,
  { after: place, wish, waitMs }: FeedRequest,
  from: number,
  name: string,
): Promise<ApiResponse | Problem> {
  const refused = waitMs > 0 ? request.hold() : undefined;
  if (refused !== undefined) return refused;
  const { account } = request.caller;
  const next = (after: number) =>
    whileWelcome(parts, request, (ended) => parts.following.next(log, account, { after, wish }, waitMs, ended));
  let found = await next(from);
  while (!(found instanceof Problem) && found.forgotten) {
    // The cursor has expired in between; the start of the log may have moved.
    const after = await placeOf(place, await log.bounds());
    found = after instanceof Problem ? after : await next(after);
  }
  if (found instanceof Problem) return found;
  const body = `[${found.entries.map(({ text }) => text).join(',\n')}]`;
  const link = nextLink(request.query, writeCursor({ log: name, seq: found.through }));
  return { status: 200, body, headers: { Link: link } };
}

/** Waits for a result until the caller's access is revoked; then returns that refusal. */
async function whileWelcome<Found>(
  { keys }: ChangeParts,
  { caller, gone, ending }: ApiRequest,
  wait: (ended: AbortSignal) => Promise<Found>,
): Promise<Found | Problem> {
  const revoked = new AbortController();
  const forget = keys.onEnded(caller, (refusal) => revoked.abort(refusal));
  try {
    const found = await wait(AbortSignal.any([gone(), ending, revoked.signal]));
    return revoked.signal.aborted ? (revoked.signal.reason as Problem) : found;
  } finally {
    forget();
  }
}

/** The same question, behind what was answered. */
function nextLink(query: string, cursor: string): string {
  return `</api/Changes?${[`after=${cursor}`, ...partsBeside('after', query)].join('&')}>; rel="next"`;
}

function stream(
  parts: ChangeParts,
  request: ApiRequest,
  log: ChangeLog,
  { wish }: FeedRequest,
  after: number,
  name: string,
): ApiResponse | Problem {
  const refused = request.bodyWanted ? request.hold() : undefined;
  if (refused !== undefined) return refused;
  const headers = { 'content-type': `${EVENT_STREAM}; charset=utf-8`, 'x-accel-buffering': 'no' };
  return { status: 200, headers, body: new LiveBody(events(parts, request, log, name, { wish, after })) };
}

/** Pulled by the client's connection: one that does not read is left where it is, and nothing is gathered for it. */
async function* events(
  parts: ChangeParts,
  { caller, gone, ending }: ApiRequest,
  log: ChangeLog,
  name: string,
  place: FeedPosition,
): AsyncGenerator<string | Buffer> {
  const revoked = new AbortController();
  const forget = parts.keys.onEnded(caller, () => revoked.abort());
  const ended = AbortSignal.any([gone(), ending, revoked.signal]);
  try {
    yield 'retry: 2000\n\n';
    yield* told(parts, caller, log, name, place, ended);
    if (ending.aborted) yield ': the service is ending; come again\n\n';
    else if (revoked.signal.aborted) yield ': the key or the session is no longer valid\n\n';
  } finally {
    forget();
  }
}

async function* told(
  { following, signOfLifeMs }: ChangeParts,
  { account }: Caller,
  log: ChangeLog,
  name: string,
  { after: from, wish }: FeedPosition,
  ended: AbortSignal,
): AsyncGenerator<string | Buffer> {
  for (let after = from; !ended.aborted; ) {
    const found = await following.next(log, account, { after, wish }, signOfLifeMs, ended);
    if (ended.aborted) return;
    if (found.forgotten) {
      // The client's last id is then refused, with instructions on how to start again.
      yield ': what came next is no longer kept; come again\n\n';
      return;
    }
    after = found.through;
    // An id without data moves the client past entries that it has not requested.
    if (found.entries.length === 0) yield `: still here\nid: ${writeCursor({ log: name, seq: after })}\n\n`;
    else yield eventsOf(found, name);
  }
}

/** Written once for all who are given the page. */
function eventsOf(page: FeedPage, log: string): Buffer {
  const known = written.get(page);
  if (known !== undefined) return known;
  const events = page.entries.map(({ seq, text }) => `id: ${writeCursor({ log, seq })}\ndata: ${text}\n\n`);
  const bytes = Buffer.from(events.join(''));
  written.set(page, bytes);
  return bytes;
}
const written = new WeakMap<FeedPage, Buffer>();
