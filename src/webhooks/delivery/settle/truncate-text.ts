/**
 * Limits texts that an outsider can make arbitrarily long: the name of an endpoint, or the error in its certificate.
 */

const MAX_CHARACTERS = 500;

/** Returns the start of the text in a form that any database can store: no half character at the cut, and no U+0000. */
export function truncateText(text: string): string {
  const start =
    text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}\u2026`;
  return start.replaceAll('\0', '\ufffd').toWellFormed();
}
