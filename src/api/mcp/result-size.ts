/**
 * Limits the size of a result: as many items as fit, with long values cut. The result says so if anything was omitted.
 */
import type { Json, JsonObject } from '../../lib/json.ts';
import { visibleJson } from '../../lib/visible-text.ts';

/** Maximum bytes of one result as JSON. A model can use even less at once. */
export const MAX_RESULT_BYTES = 48 * 1024;

export interface FittedItems {
  readonly items: readonly Json[];
  /** True if some items were omitted. */
  readonly fewer: boolean;
  /** Names of members with omitted content, without duplicates. */
  readonly cut: readonly string[];
}

/** Returns the first items that fit together: at least one, shortened if necessary. */
export function fitItems(items: readonly Json[], most = MAX_RESULT_BYTES): FittedItems {
  const kept: Json[] = [];
  const cut = new Set<string>();
  let bytes = 0;
  for (const item of items) {
    const short = shortened(item, MAX_LIST_TEXT_CHARACTERS);
    bytes += jsonBytes(short.value) + 1;
    if (bytes > most && kept.length > 0) return { items: kept, fewer: true, cut: [...cut] };
    const shown = bytes > most ? shortened(item, 200) : short;
    kept.push(shown.value);
    for (const name of shown.cut) cut.add(name);
    if (bytes > most) return { items: kept, fewer: items.length > 1, cut: [...cut] };
  }
  return { items: kept, fewer: false, cut: [...cut] };
}

const MAX_LIST_TEXT_CHARACTERS = 1_000;
/** Objects and lists within a record. */
const MAX_NESTED_BYTES = 4_000;

export interface ShortenedValue {
  readonly value: Json;
  /** The members, or the places in a list, of which something is missing; of a text that is cut its end, ''. */
  readonly cut: readonly string[];
}

/** Long texts cut, nested values that are large without them left out, each with a word on how much it was. */
function shortened(value: Json, longest: number, nested = MAX_NESTED_BYTES): ShortenedValue {
  if (typeof value === 'string') return cutText(value, longest);
  if (typeof value !== 'object' || value === null) return { value, cut: [] };
  const members = Object.entries(value).map(([name, member]) => {
    const kept = shortened(member, longest, nested);
    const isLarge = !Array.isArray(value) && isNested(kept.value) && jsonBytes(kept.value) > nested;
    const left = isLarge ? `[left out: ${jsonBytes(member)} bytes]` : kept.value;
    return { name, left, isCut: isLarge || kept.cut.length > 0 };
  });
  const cut = members.filter(({ isCut }) => isCut).map(({ name }) => name);
  if (Array.isArray(value)) return { value: members.map(({ left }) => left), cut };
  return { value: Object.fromEntries(members.map(({ name, left }) => [name, left])) as JsonObject, cut };
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** Fits into one answer, however long its values are. */
export function fitValue(value: Json): ShortenedValue {
  if (jsonBytes(value) <= MAX_RESULT_BYTES) return { value, cut: [] };
  for (const longest of [5_000, 1_000, 200]) {
    const short = shortened(value, longest, 4 * longest);
    if (jsonBytes(short.value) <= MAX_RESULT_BYTES) return short;
  }
  return { value: '[left out: too large]', cut: Object.keys(value as JsonObject) };
}

function cutText(text: string, longest: number): ShortenedValue {
  if (text.length <= longest) return { value: text, cut: [] };
  return { value: `${text.slice(0, longest).toWellFormed()}… [cut: ${text.length} characters]`, cut: [''] };
}

/** Returns the size in bytes as displayed: escapes of invisible characters are longer than the characters. */
export function jsonBytes(value: Json): number {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  // A value that is too large anyway is not traversed.
  return bytes > MAX_RESULT_BYTES ? bytes : Buffer.byteLength(JSON.stringify(visibleJson(value)));
}

/** Returns the hints on how to get omitted content; empty if none applies. */
export function restHint(...ways: readonly (string | false)[]): { readonly rest?: string } {
  const applying = ways.filter((way) => way !== false);
  return applying.length === 0 ? {} : { rest: applying.join(' ') };
}
