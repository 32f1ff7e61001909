/**
 * Text as a terminal may show it. Names and messages come from files and databases; an escape sequence in one could move the
 * cursor, change the title or hide what follows. What is not to be seen is shown as what it is: \u001b.
 */

/** Line breaks and tabs stay: results have several lines. */
export function forTerminal(text: string): string {
  return text.replaceAll(UNSEEN, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** A name within a line. */
export function inLine(text: string): string {
  return text.replaceAll(UNSEEN, escaped);
}

/** The same JSON value. JSON itself escapes only a part of what terminals obey. */
export function jsonForTerminal(value: unknown): string {
  return inLine(JSON.stringify(value));
}

/** Controls, line and paragraph separators, and what turns the direction of writing. Joiners belong to writing and stay. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

function escaped(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
