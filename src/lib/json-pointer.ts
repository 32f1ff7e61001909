/** JSON pointers (RFC 6901): where a value stands in a document, one token per step down from the root. */
import { escapePointer, type Json } from './json.ts';

export type Pointer = readonly string[];

/**
 * Undefined where the text is no pointer: it must be empty or begin with a slash, and `~` only stands before 0 or 1.
 */
export function parsePointer(text: string): Pointer | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  const tokens = text.slice(1).split('/');
  return text.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

export function formatPointer(pointer: Pointer): string {
  return pointer.map((token) => `/${escapePointer(token)}`).join('');
}

/** The position a token names in an array, up to `last`. Signs, fractions, exponents and leading zeros name nothing. */
export function arrayIndex(token: string, last: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]*)$/.test(token)) return undefined;
  const index = Number(token);
  return index <= last ? index : undefined;
}

/** What stands one step below `parent`. Only own keys count: `constructor` names nothing unless the document has it. */
export function childAt(parent: Json, token: string): Json | undefined {
  if (Array.isArray(parent)) {
    const index = arrayIndex(token, parent.length - 1);
    return index === undefined ? undefined : parent[index];
  }
  if (typeof parent !== 'object' || parent === null) return undefined;
  return Object.hasOwn(parent, token) ? parent[token] : undefined;
}

export function valueAt(root: Json, pointer: Pointer): Json | undefined {
  let here: Json | undefined = root;
  for (const token of pointer) {
    here = childAt(here, token);
    if (here === undefined) return undefined;
  }
  return here;
}
