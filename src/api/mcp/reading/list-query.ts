/** The query of a list as a tool is given it: text, where the query of an address is bytes, in which a plus is a space. */
import type { Json } from '../../../lib/json.ts';

export function encodeListQuery(given: Json | undefined): string {
  const text = (given as string | undefined) ?? '';
  return text.replace(/^\?/, '').replace(/[^\x00-\x7f]+|\+/g, encodeURIComponent);
}

/** A value as it is written in such a query. */
export function escapeQueryValue(value: string): string {
  return value.replace(/[&%]/g, encodeURIComponent);
}
