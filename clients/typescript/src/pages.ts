/** All items of a list, page after page. */
import { texts } from './api.ts';
import { type AnyRequest, type Connection, type OperationName, send, sendTo } from './request.ts';

const LARGEST_PAGE = 1000;
/** Of one query. */
const MOST_PARAMETERS = 100;

/** By following the `Link` header. */
export async function* items(
  connection: Connection,
  name: OperationName,
  request: AnyRequest,
): AsyncGenerator<unknown> {
  if (name === 'listChanges') throw new TypeError('The feed of changes has no end. Follow it with changes().');
  const { take = LARGEST_PAGE, ...others } = (request.query ?? {}) as Query;
  let page = await send(connection, name, { ...request, query: { ...others, take } });
  for (;;) {
    yield* page.data as unknown[];
    const next = nextOf(page.headers.get('link'));
    if (next === undefined) return;
    page = await sendTo(connection, 'GET', next, request);
  }
}

/**
 * All records of a list. Pages that are found by passing over so many leave records out when some before them stop matching meanwhile,
 * so they are followed as they are linked only where the query asks for an order.
 */
export async function* records(
  connection: Connection,
  name: OperationName,
  request: AnyRequest,
): AsyncGenerator<unknown> {
  const query = meaningNull(name, request.query ?? {});
  if (parameterOf(query, 'orderby') !== undefined) return yield* items(connection, name, { ...request, query });
  const { skip = 0, take = LARGEST_PAGE } = query;
  const read = async (asked: Query): Promise<Page> => {
    const { data, headers } = await send(connection, name, { ...request, query: asked });
    return { found: data as Page['found'], more: nextOf(headers.get('link')) !== undefined };
  };
  const wanted = comparable(name, query);
  if (wanted === undefined || sizeOf({ take, skip, ...wanted }) >= MOST_PARAMETERS)
    yield* overlapping(read, { ...query, take }, Number(skip), Number(take));
  else yield* behindTheLast(read, { ...wanted, take }, skip);
}

/**
 * With null, which finds what has no value, the query says so: without `extFilter` it would be the word null of a text. Where it cannot,
 * a null of a text is refused, for the word would find other records; of anything else the service takes it as it is.
 */
export function meaningNull(name: OperationName, query: object): Query {
  const given = query as Query;
  if (!Object.values(given).flat().includes(null)) return given;
  const said = comparable(name, given);
  const unsaid = said === undefined ? textWith(null, name, given) : undefined;
  if (unsaid === undefined) return said ?? given;
  const beside = isTrue(given, 'fuzzy') ? 'fuzzy' : `the word 'null' of ${textWith('null', name, given)}`;
  throw new TypeError(
    `${unsaid}: null cannot stand beside ${beside}. Use contains for that, such as contains: 'Name:pump', or ask for each by itself.`,
  );
}

export function nextOf(link: string | null): string | undefined {
  return /<([^<>]*)>; rel="next"/.exec(link ?? '')?.[1];
}

type Query = { readonly [name: string]: unknown };

interface Page {
  readonly found: readonly { readonly ID: number }[];
  readonly more: boolean;
}

type Read = (query: Query) => Promise<Page>;

/** Each page begins behind the last ID that was seen. */
async function* behindTheLast(read: Read, query: Query, skip: unknown): AsyncGenerator<unknown> {
  for (let from: Query = { skip }; ; ) {
    const { found, more } = await read({ ...query, ...from });
    yield* found;
    if (!more) return;
    from = { skip: 0, ID: [query.ID ?? [], `${found.at(-1)!.ID} gt`].flat() };
  }
}

/**
 * Where no comparison can stand beside the query, or there is no room for it: each page begins with the last record that was seen. If that
 * is not in it, some before have gone and others have moved up, so the page before is read again.
 */
async function* overlapping(read: Read, query: Query, start: number, take: number): AsyncGenerator<unknown> {
  // A page of one would be the record that was seen, for ever.
  const size = take === 1 ? 2 : take;
  for (let skip = start, last = 0; ; ) {
    const { found, more } = await read({ ...query, skip, take: size });
    const unseen = found.filter(({ ID }) => ID > last);
    if (skip > start && unseen.length === found.length) {
      skip = Math.max(start, skip - size);
      continue;
    }
    yield* unseen;
    if (!more) return;
    last = Math.max(last, found.at(-1)!.ID);
    skip += found.length - 1;
  }
}

/** What a list takes beside filters. */
const parameters = new Set([
  'take',
  'skip',
  'orderby',
  'count',
  'fields',
  'search',
  'contains',
  'deleted',
  'extfilter',
  'fuzzy',
]);

/** The same query with `extFilter`, or undefined where there is none. */
function comparable(list: OperationName, query: Query): Query | undefined {
  if (isTrue(query, 'extfilter')) return query;
  if (isTrue(query, 'fuzzy')) return undefined;
  // The word null is a text without `extFilter`, and nothing with it.
  if (textWith('null', list, query) !== undefined) return undefined;
  const filters = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !parameters.has(name.toLowerCase()),
  );
  const exact = filters.map(([name, value]) => [
    name,
    [value].flat().flatMap((one) => (one === undefined ? [] : [`${one} eq`])),
  ]);
  return { ...query, ...Object.fromEntries(exact), extFilter: true };
}

/** The first filter that is a text and asks for the value. */
function textWith(value: 'null' | null, list: OperationName, query: Query): string | undefined {
  const known = texts[list]?.map((text) => text.toLowerCase());
  return Object.keys(query).find((name) => known?.includes(name.toLowerCase()) && [query[name]].flat().includes(value));
}

function isTrue(query: Query, name: string): boolean {
  return String(parameterOf(query, name)).toLowerCase() === 'true';
}

function sizeOf(query: Query): number {
  return Object.values(query).flat().length;
}

/** Names are read without regard to case, as the service does. */
function parameterOf(query: Query, wanted: string): unknown {
  return Object.entries(query).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
