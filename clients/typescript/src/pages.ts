/** All items of a list, page after page. */
import { type AnyRequest, type Connection, type OperationName, send, sendTo } from './request.ts';

const LARGEST_PAGE = 1000;

/** By following the `Link` header. */
export async function* items(
  connection: Connection,
  name: OperationName,
  request: AnyRequest,
): AsyncGenerator<unknown> {
  const query = { take: LARGEST_PAGE, ...request.query };
  let page = await send(connection, name, { ...request, query });
  for (;;) {
    yield* page.data as unknown[];
    const next = nextOf(page.headers.get('link'));
    if (next === undefined) return;
    page = await sendTo(connection, 'GET', next, request);
  }
}

/**
 * All records of a list. A page that is found by passing over so many leaves records out when some before it stop matching
 * meanwhile, so each begins behind the last ID that was seen. Where the query asks for another order, or for what cannot stand
 * beside a comparison, pages are followed as they are linked.
 */
export async function* records(
  connection: Connection,
  name: OperationName,
  request: AnyRequest,
): AsyncGenerator<unknown> {
  const query = (request.query ?? {}) as Query;
  const wanted = comparable(query);
  if (wanted === undefined) return yield* items(connection, name, request);
  const take = Number(query.take ?? LARGEST_PAGE);
  for (let after = 0; ; ) {
    const ID = [wanted.ID ?? [], `${after} gt`].flat();
    const page = await send(connection, name, { ...request, query: { ...wanted, take, ID } });
    const found = page.data as readonly { readonly ID: number }[];
    yield* found;
    if (nextOf(page.headers.get('link')) === undefined) return;
    after = found.at(-1)!.ID;
  }
}

export function nextOf(link: string | null): string | undefined {
  return /<([^<>]*)>; rel="next"/.exec(link ?? '')?.[1];
}

type Query = { readonly [name: string]: unknown };

/** What a list takes beside filters. */
const parameters = new Set(['take', 'count', 'fields', 'search', 'contains', 'deleted', 'extfilter', 'fuzzy']);

/** The same query with `extFilter`, or undefined where there is none. */
function comparable(query: Query): Query | undefined {
  const given = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
  const isTrue = (name: string) => String(given.get(name)).toLowerCase() === 'true';
  const extended = isTrue('extfilter');
  const others = [given.get('orderby'), given.get('skip'), extended ? undefined : given.get('id')];
  if (others.some((value) => value !== undefined) || (isTrue('fuzzy') && !extended) || given.get('take') === 0)
    return undefined;
  if (extended) {
    // A plain ID is an alternative to others, not something that must hold beside a comparison.
    const own = [given.get('id') ?? []].flat().map(String);
    return own.every((value) => / (ge|gt|le|lt|ne)$/i.test(value)) ? query : undefined;
  }
  const filters = Object.entries(query).filter(([name]) => !parameters.has(name.toLowerCase()));
  // The word null is a text without `extFilter`, and nothing with it.
  if (filters.some(([, value]) => [value].flat().includes('null'))) return undefined;
  const exact = filters.map(([name, value]) => [
    name,
    [value]
      .flat()
      .map((one) => one ?? 'null')
      .map((one) => `${one} eq`),
  ]);
  return { ...query, ...Object.fromEntries(exact), extFilter: true };
}
