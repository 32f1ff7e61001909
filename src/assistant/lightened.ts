/**
 * An answer as far as an assistant can be shown it. What is nested in a record and longer than a whole answer may be is left out before
 * anything is parsed: it would be left out in the end, and to parse it takes the thread for tens of milliseconds.
 */
import { eachItem, eachMember } from '../kernel/json-members.ts';
import { MOST_BYTES } from './bounds.ts';

/** A record, a list of it, an item of that list: what lies deeper is a value as a whole. */
const DEEPEST = 3;

/** JSON for JSON. */
export function lightened(text: string, depth = 0): string {
  if (text.length <= MOST_BYTES) return text;
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return text;
  if (depth >= DEEPEST) return `"[left out: ${Buffer.byteLength(text)} bytes]"`;
  const parts: string[] = [];
  if (first === '[') eachItem(text, (from, to) => parts.push(lightened(text.slice(from, to), depth + 1)));
  else
    eachMember(text, (_name, at, from, to) => {
      parts.push(text.slice(at, from) + lightened(text.slice(from, to), depth + 1));
    });
  return first === '[' ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}
