/**
 * The syntax of a query string: its parameters as names and values, decoded strictly. `+` is a space, empty parts are
 * skipped, a name without `=` has the empty value. What cannot be decoded is a Problem, never a replacement character.
 */
import { decodeUtf8, wellFormed } from '../../lib/json.ts';
import type { InputFault, Problem } from '../../problems.ts';
import { fault, invalidQuery } from './faults.ts';

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** Far above what a list needs, low enough that no query becomes a statement the database refuses. */
export const maxParameters = 100;

/**
 * Paging parameters, each of which is exempt once from `maxParameters`. Links to other pages add them to the query, so
 * a client that may read the first page may read the next.
 */
const ofPages: ReadonlySet<string> = new Set(['take', 'skip', 'after', 'wait']);

/** `query` is the part behind the `?`, undecoded: one character per byte, as the HTTP parser gives it. */
export function parseQuery(query: string): readonly Parameter[] | Problem {
  const parts = query.split('&').filter((part) => part !== '');
  const counted = parts.length > maxParameters ? besideOfPages(parts) : parts;
  if (counted.length > maxParameters) return tooMany(counted);
  const faults: InputFault[] = [];
  const parameters: Parameter[] = [];
  for (const part of parts) {
    const [rawName, rawValue] = split(part);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (name instanceof Undecodable) faults.push(fault(rawName, `The name of this parameter ${name.why}`));
    else if (value instanceof Undecodable) faults.push(fault(name, `The value ${value.why}`));
    else parameters.push({ name, value });
  }
  return faults.length > 0 ? invalidQuery(faults) : parameters;
}

function besideOfPages(parts: readonly string[]): readonly string[] {
  const uncounted = new Set(ofPages);
  return parts.filter((part) => !uncounted.delete(nameIn(part) ?? ''));
}

function tooMany(parts: readonly string[]): Problem {
  const [rawName] = split(parts[maxParameters]!);
  const name = decode(rawName);
  const message = `The query has ${parts.length} parameters; at most ${maxParameters} are read, beside ${[...ofPages].join(', ')}, and this one is past them. Split the request into several.`;
  return invalidQuery([fault(name instanceof Undecodable ? rawName : name, message)]);
}

/** The name and the value of one part, still undecoded. */
export function split(part: string): [name: string, value: string] {
  const end = part.indexOf('=');
  return end === -1 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
}

/**
 * Returns the parameter name of a part in lower case, because names are case-insensitive; undefined if it cannot be
 * decoded.
 */
export function nameIn(part: string): string | undefined {
  const name = decode(split(part)[0]);
  return name instanceof Undecodable ? undefined : name.toLowerCase();
}

export class Undecodable {
  /** The error and its correction, as the rest of a sentence. */
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export function decode(raw: string): string | Undecodable {
  const spaced = raw.replaceAll('+', ' ');
  if (/%(?![0-9a-f]{2})/i.test(spaced)) {
    return new Undecodable('has a "%" without two hexadecimal digits behind it. Write a percent sign as %25.');
  }
  const text = decodeBytes(spaced);
  if (text === undefined) {
    return new Undecodable('is not valid UTF-8. Percent-encode text as UTF-8, so that "é" is %C3%A9.');
  }
  if (!wellFormed(text)) {
    return new Undecodable('contains U+0000 or half of a surrogate pair, which no text here may hold. Leave it out.');
  }
  return text;
}

function decodeBytes(raw: string): string | undefined {
  if (/^[\x00-\x7f]*$/.test(raw)) {
    if (!raw.includes('%')) return raw;
    try {
      return decodeURIComponent(raw);
    } catch {
      return undefined;
    }
  }
  // Clients such as curl send what was typed as it is: bytes beyond ASCII, which must be UTF-8 too.
  const bytes: number[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === '%') {
      bytes.push(Number.parseInt(raw.slice(at + 1, at + 3), 16));
      at += 2;
    } else if (raw.charCodeAt(at) > 0xff) return undefined;
    else bytes.push(raw.charCodeAt(at));
  }
  return decodeUtf8(Uint8Array.from(bytes));
}
