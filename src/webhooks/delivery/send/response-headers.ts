/** Selects the headers of an answer that identify its sender: the endpoint, or a system in front of it. */

/** Headers as they are read: a header that arrived more than once is a list. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export const loggedHeaders = [
  'server',
  'date',
  'content-type',
  'location',
  'retry-after',
  'via',
  'x-request-id',
  'cf-ray',
] as const;

/** Maximum characters of each header; a redirect URL may be long. */
const MAX_HEADER_CHARACTERS = 200;

export function pickLoggedHeaders(headers: ResponseHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of loggedHeaders) {
    const value = headers[name];
    if (value !== undefined) kept[name] = plainText([value].flat().join(', '));
  }
  return kept;
}

/** Returns text that any database can store: headers are bytes, and no database keeps U+0000. */
function plainText(value: string): string {
  return value.slice(0, MAX_HEADER_CHARACTERS).toWellFormed().replaceAll('\0', '\ufffd');
}
