/** How much is kept of a text that somebody else can make as long as they like: the name of an endpoint, what is wrong with its certificate. */

const MAX_CHARACTERS = 500;

/** Its start, in a form that any database keeps: without half a character where it is cut, and without U+0000. */
export function truncateText(text: string): string {
  const start =
    text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}\u2026`;
  return start.replaceAll('\0', '\ufffd').toWellFormed();
}
