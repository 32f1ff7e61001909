/** Parses W3C trace context: the trace of a request, if the header is valid. */

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Returns the header if it is valid. Ignores an invalid one, as the standard requires: a broken trace must not break a
 * request.
 */
export function parseTraceparent(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.length > 128) return undefined;
  const [, version, trace, parent, , more] = form.exec(header) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  // Only future versions may have more fields.
  if (version === '00' && more !== undefined) return undefined;
  if (isZero(trace!) || isZero(parent!)) return undefined;
  return header;
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}
