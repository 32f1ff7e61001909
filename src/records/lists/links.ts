/** The headers by which a client finds its way through the pages of a list. */
import type { Listing } from './plan.ts';
import { nameIn } from './query.ts';

/** Page information from a store or from `evaluate`. */
interface Page {
  readonly more: boolean;
  readonly total: number | undefined;
}

/** `path` and `query` as in the request's address, the path in canonical case and the query undecoded. */
export function pageHeaders(path: string, query: string, listing: Listing, page: Page): Record<string, string> {
  const headers: Record<string, string> = { Link: pageLinks(path, query, listing, page.more) };
  if (page.total !== undefined) headers['X-Total-Count'] = String(page.total);
  return headers;
}

export function pageLinks(path: string, query: string, { skip, take }: Listing, more: boolean): string {
  const others = partsBeside('skip', query);
  const link = (rel: string, at: number) => `<${path}?${[...others, `skip=${at}`].join('&')}>; rel="${rel}"`;
  const links = [link('first', 0)];
  // A page of none leads nowhere: the one before and the one after it would be itself, and a client would circle.
  if (take > 0 && skip > 0) links.push(link('prev', Math.max(0, skip - take)));
  if (take > 0 && more) links.push(link('next', skip + take));
  return links.join(', ');
}

/**
 * Returns the query parts except one parameter, whose name matches case-insensitively. The parts are safe in a `Link`
 * header.
 */
export function partsBeside(parameter: string, query: string): string[] {
  return query
    .split('&')
    .filter((part) => part !== '' && nameIn(part) !== parameter)
    .map(uriSafe);
}

/** Percent-encodes bytes that clients may send but a `Link` header may not contain. */
function uriSafe(part: string): string {
  return part.replace(/[^\x21-\x7e]|["<>\\^`{|}#]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
