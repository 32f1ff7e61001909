/**
 * Escapes invisible characters, so that nothing in a text is hidden from the reader. Control, bidirectional, tag and
 * other invisible characters become escapes such as \u202e or \u{e0041}. Otherwise a model reads what the approver does
 * not see, and an escape sequence moves the cursor of a terminal.
 */

/** Escapes text of several lines: keeps line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, escaped);
}

/** Escapes text for one line, including line breaks and tabs. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n\r]/g, escaped);
}

/** Escapes all texts and member names in a JSON value, for display. */
export function visibleJson<Value>(value: Value): Value;
export function visibleJson(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visibleJson);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleText(name), visibleJson(member)]));
}

/** Escapes JSON text with JSON escapes, so that it parses to the same value. */
export function visibleInJson(json: string): string {
  return json.replaceAll(INVISIBLE, (found) => found.split('').map(escaped).join(''));
}

/**
 * Matches a character after which a zero-width character is legitimate: Arabic, Indic and Khmer letters, joined emoji.
 */
const JOINING = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{Script=Latin}\p{DI}]]\ufe0f?`;

/**
 * Matches the invisible characters that stay: one zero-width character after a joining letter, and one selector after
 * an emoji.
 */
const STAYS = String.raw`(?<=${JOINING})[\u200b-\u200d]|(?<=\p{Emoji})[\ufe0e\ufe0f]`;

/**
 * Matches invisible characters: controls except line breaks and tabs, lone surrogates, line and paragraph separators,
 * and characters that fonts do not draw (DI).
 */
const INVISIBLE = new RegExp(
  String.raw`\r(?!\n)|(?![\t\n\r])\p{Cc}|[\p{Cs}\u2028\u2029\ufff9-\ufffb]|(?!${STAYS})\p{DI}`,
  'gv',
);

function escaped(found: string): string {
  const code = found.codePointAt(0)!.toString(16).padStart(4, '0');
  return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}
