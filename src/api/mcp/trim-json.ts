/**
 * An answer as far as an assistant can be shown it. What is nested in a record and longer than a whole answer may be is left out before
 * anything is parsed: it would be left out in the end, and to parse it takes the thread for tens of milliseconds.
 */
import { eachItem, eachMember } from '../../lib/json-members.ts';
import { MAX_RESULT_BYTES } from './result-size.ts';

export interface TrimmedJson {
  /** JSON for JSON. */
  readonly text: string;
  /** The members of which something is left out; of a list their places. */
  readonly cut: readonly string[];
}

/** A record, a list of it, an item of that list: what lies deeper is a value as a whole. */
const MAX_TRIM_DEPTH = 3;

export function trimJson(text: string, depth = 0): TrimmedJson {
  const first = text.charAt(0);
  if (text.length <= MAX_RESULT_BYTES || (first !== '{' && first !== '[')) return { text, cut: [] };
  if (depth >= MAX_TRIM_DEPTH) return { text: `"[left out: ${Buffer.byteLength(text)} bytes]"`, cut: [''] };
  const parts: string[] = [];
  const cut: string[] = [];
  const see = (name: string, at: number, from: number, to: number) => {
    const light = trimJson(text.slice(from, to), depth + 1);
    parts.push(text.slice(at, from) + light.text);
    if (light.cut.length > 0) cut.push(JSON.parse(`"${name}"`) as string);
  };
  if (first === '[') eachItem(text, (from, to) => see(String(parts.length), from, from, to));
  else eachMember(text, see);
  return { text: first === '[' ? `[${parts.join(',')}]` : `{${parts.join(',')}}`, cut };
}
