/**
 * JSON as this service reads and compares it. `parseJson` is stricter than `JSON.parse`: it refuses whatever one of the
 * databases could not store, or would give back changed, and names the place.
 */
import { Buffer, isUtf8 } from 'node:buffer';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * Maximum nesting of arrays and objects, including the outermost. Everything recursive in this service relies on this
 * limit.
 */
export const MAX_NESTING = 128;

export type ParsedJson = { ok: true; value: Json } | { ok: false; message: string; at?: string };

/**
 * Parses a JSON text; ignores one leading byte order mark. `at` is a JSON pointer to the refused value. `around` is the
 * number of outermost levels that do not count, because they belong to an envelope. `mostMembers` limits the members of
 * one object; stored data is read without a limit.
 */
export function parseJson(text: string, around = 0, mostMembers = MAX_MEMBERS): ParsedJson {
  // Made of a long text, a value hundreds of thousands of levels deep keeps the engine busy for a third of a second, most of it in throwing
  // it away again, and one object of tens of thousands of members for half a second, by the time it was looked at and copied. Texts that
  // short cannot.
  const absurd = text.length > SHORT ? absurdityOf(text, mostMembers) : undefined;
  if (absurd !== undefined) return { ok: false, message: absurd, at: '' };
  let value: Json;
  try {
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch (error) {
    // The engine quotes the text around the fault and may cut a surrogate pair in two.
    return { ok: false, message: (error as SyntaxError).message.toWellFormed() };
  }
  // JSON allows no raw control characters in strings, so a NUL can only be written as an escape; a lone surrogate can
  // be escaped or stand in the text. Two native searches (30 ns) spare most bodies a look at every string, which was
  // two thirds of the walk. Scanning the text for suspicious numbers and for depth was slower than walking the values.
  const stringsAreSound = !text.includes('\\u') && text.isWellFormed();
  const flaw = findFlaw(value, 1 - around, stringsAreSound);
  return flaw === undefined ? { ok: true, value } : { ok: false, message: flaw.message, at: flaw.at };
}

export const TOO_DEEP = `nested deeper than ${MAX_NESTING} levels`;
/** Nesting limit before parsing. Up to this depth the text is parsed, so that the refusal can name the place. */
const ABSURD_NESTING = 2_000;
/**
 * Maximum members of one written object: more than custom fields (16 KiB) can contain; for form answers this is the
 * effective limit.
 */
export const MAX_MEMBERS = 4_096;
/** No member limit, for stored data: forms answered before the limit existed may exceed it. */
export const ANY_MEMBERS = Number.POSITIVE_INFINITY;
export const TOO_MANY_MEMBERS = `an object has more than ${MAX_MEMBERS} members`;
const SHORT = 16 * 1024;

/**
 * Returns why the text is refused before parsing; undefined if it may be parsed. The result has no meaning for a text
 * that is not JSON.
 */
function absurdityOf(text: string, mostMembers: number): string | undefined {
  let open = 0;
  const members = [0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++open > ABSURD_NESTING) return TOO_DEEP;
        members[open] = 0;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        open--;
        break;
      case COLON:
        members[open] = (members[open] ?? 0) + 1;
        if (members[open]! > mostMembers) return TOO_MANY_MEMBERS;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return text.length;
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

const BYTE_ORDER_MARK = 0xfeff;

type Flaw = { message: string; at: string };

/**
 * Finds the first invalid value. `level` is the nesting level that a container would have here. The JSON pointer is
 * built only on return.
 */
function findFlaw(value: Json, level: number, stringsAreSound: boolean): Flaw | undefined {
  if (typeof value === 'string') {
    return stringsAreSound || wellFormed(value) ? undefined : { message: `a text holds ${UNSOUND}`, at: '' };
  }
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : { message: numberFlaw(value), at: '' };
  }
  if (typeof value === 'boolean' || value === null) return undefined;
  if (level > MAX_NESTING) return { message: TOO_DEEP, at: '' };

  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const flaw = findFlaw(value[index]!, level + 1, stringsAreSound);
      if (flaw !== undefined) return { message: flaw.message, at: `/${index}${flaw.at}` };
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    // The object is named, not the key: a pointer with half a surrogate pair in it could not be sent back.
    if (!stringsAreSound && !wellFormed(key)) return { message: `a key holds ${UNSOUND}`, at: '' };
    const flaw = findFlaw(value[key]!, level + 1, stringsAreSound);
    if (flaw !== undefined) return { message: flaw.message, at: `/${escapePointer(key)}${flaw.at}` };
  }
  return undefined;
}

const UNSOUND = 'U+0000 or an unpaired surrogate';

function numberFlaw(value: number): string {
  // Every double beyond 2^53 is a whole number, and already may not be the one that was written.
  return Number.isFinite(value) ? 'a whole number lies beyond 2^53 - 1' : 'a number is too large to be represented';
}

/** Decodes UTF-8 bytes exactly; undefined if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/**
 * True if the text contains no U+0000 (PostgreSQL cannot store it) and no unpaired surrogate (it has no UTF-8 form).
 */
export function wellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Escapes one reference token of a JSON pointer (RFC 6901). */
export function escapePointer(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** Compares as the `test` operation of RFC 6902 does: the order of keys does not matter, numbers compare by value. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]!));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key]!, b[key]!));
}

/** Returns a JSON pointer to the place where the nesting exceeds `MAX_NESTING`; undefined if it does not. */
export function tooDeepAt(value: Json): string | undefined {
  const flaw = findFlaw(value, 1, true);
  return flaw?.message === TOO_DEEP ? flaw.at : undefined;
}

/**
 * True if arrays and objects nest deeper than `levels`. The recursion stops at that depth, so the check is safe on any
 * value.
 */
export function nestsDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const children = Array.isArray(value) ? value : Object.values(value);
  return children.some((child) => nestsDeeperThan(child, levels - 1));
}
