/** How much an answer may hold: as many items as fit, long values cut, and it says so where something was left out. */
import type { Json, JsonObject } from '../kernel/json.ts';

/** Of one answer as JSON. What a model can make use of at once is less. */
export const MOST_BYTES = 48 * 1024;

export interface Fitting {
  readonly items: readonly Json[];
  /** Whether some were left out. */
  readonly cut: boolean;
}

/** The first of them that fit together; one at least, shortened as far as it takes. */
export function fitting(items: readonly Json[], most = MOST_BYTES): Fitting {
  const kept: Json[] = [];
  let bytes = 0;
  for (const item of items) {
    const short = shortened(item, TEXT_IN_LISTS);
    bytes += sizeOf(short) + 1;
    if (bytes > most)
      return kept.length > 0 ? { items: kept, cut: true } : { items: [shortened(item, 200)], cut: items.length > 1 };
    kept.push(short);
  }
  return { items: kept, cut: false };
}

const TEXT_IN_LISTS = 1_000;
/** Objects and lists within a record. */
const NESTED_BYTES = 4_000;

/** Long texts cut, nested values that are large without them left out, each with a word on how much it was. */
export function shortened(value: Json, longest: number, nested = NESTED_BYTES): Json {
  if (typeof value === 'string') return cutText(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, longest, nested));
  const short: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const kept = shortened(member, longest, nested);
    const isLarge = typeof kept === 'object' && kept !== null && sizeOf(kept) > nested;
    short[name] = isLarge ? `[left out: ${sizeOf(member)} bytes]` : kept;
  }
  return short;
}

/** Fits into one answer, however long its values are. */
export function fittingOne(value: Json): { readonly value: Json; readonly cut: boolean } {
  if (sizeOf(value) <= MOST_BYTES) return { value, cut: false };
  for (const longest of [5_000, 1_000, 200]) {
    const short = shortened(value, longest, 4 * longest);
    if (sizeOf(short) <= MOST_BYTES) return { value: short, cut: true };
  }
  return { value: '[left out: too large]', cut: true };
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… [cut: ${text.length} characters]`;
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}
