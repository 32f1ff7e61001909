/**
 * Shows text so that nothing in it is hidden from the reader. Control, bidirectional, tag and other invisible characters appear as escapes such
 * as \u202e or \u{e0041}. Otherwise a model reads what the approver does not see, and an escape sequence moves the cursor of a terminal.
 */

/** Text of several lines: line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, escaped);
}

/** Text within one line: line breaks and tabs are escaped, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n\r]/g, escaped);
}

/** JSON as it is shown: every text in it and every name of a member is visible. */
export function visibleJson<Value>(value: Value): Value;
export function visibleJson(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visibleJson);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleText(name), visibleJson(member)]));
}

/** JSON text with the escapes of JSON: a program that parses it has the same value. */
export function visibleInJson(json: string): string {
  return json.replaceAll(INVISIBLE, (found) => found.split('').map(escaped).join(''));
}

/** A letter or emoji before which a zero-width character belongs to the writing: Arabic, Indic and Khmer words, emoji joined to one. */
const JOINING = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{Script=Latin}\p{DI}]]\ufe0f?`;

/** What stays of the invisible: one zero-width character behind a joining letter, and one selector behind an emoji. */
const STAYS = String.raw`(?<=${JOINING})[\u200b-\u200d]|(?<=\p{Emoji})[\ufe0e\ufe0f]`;

/** Controls but line breaks and tabs, lone surrogates, separators of lines and paragraphs, and what fonts do not draw (DI). */
const INVISIBLE = new RegExp(
  String.raw`\r(?!\n)|(?![\t\n\r])\p{Cc}|[\p{Cs}\u2028\u2029\ufff9-\ufffb]|(?!${STAYS})\p{DI}`,
  'gv',
);

function escaped(found: string): string {
  const code = found.codePointAt(0)!.toString(16).padStart(4, '0');
  return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}
