/** JSON pointers (RFC 6901): the path to a value in a document, one token per step down from the root. */
import { escapePointer, type Json } from './json.ts';

export type Pointer = readonly string[];

/**
 * Parses a JSON pointer; undefined if invalid. A pointer is empty or begins with a slash, and `~` occurs only before 0
 * or 1.
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

/**
 * Returns the array index that a token names, up to `last`. Signs, fractions, exponents and leading zeros are invalid.
 */
export function arrayIndex(token: string, last: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]*)$/.test(token)) return undefined;
  const index = Number(token);
  return index <= last ? index : undefined;
}

/** Returns the child of `parent`. Only own keys count: `constructor` is undefined unless the document contains it. */
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
