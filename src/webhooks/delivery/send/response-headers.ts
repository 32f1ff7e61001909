/** Of an answer's headers, those by which one finds out who has answered: the endpoint, or something in front of it. */

/** As they are read: a header that came more than once is a list. */
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

/** Characters of each; an address to go on to may be long. */
const MAX_HEADER_CHARACTERS = 200;

export function pickLoggedHeaders(headers: ResponseHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of loggedHeaders) {
    const value = headers[name];
    if (value !== undefined) kept[name] = plainText([value].flat().join(', '));
  }
  return kept;
}

/** As text that can be stored anywhere: headers are bytes, and U+0000 is none that a database keeps. */
function plainText(value: string): string {
  return value.slice(0, MAX_HEADER_CHARACTERS).toWellFormed().replaceAll('\0', '\ufffd');
}
