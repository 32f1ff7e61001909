/** A value that is too large for one answer, part by part: as many of its items, members or characters as fit, from some place on. */
import type { Json, JsonObject } from '../../lib/json.ts';
import { eachMember } from '../../lib/json-members.ts';
import { formatPointer, type Pointer, parsePointer, valueAt } from '../../lib/json-pointer.ts';
import { Problem } from '../../problems.ts';
import type { JsonSchema } from '../../records/schema.ts';
import { fitValue, jsonBytes, MAX_RESULT_BYTES, restHint } from './result-size.ts';
import { integerSchema, textSchema } from './tool.ts';
import { trimJson } from './trim-json.ts';

export const atSchema: JsonSchema = {
  ...textSchema(
    'Where one value stands, as a JSON Pointer: /Lines, /Answers/0/Value. It is shown alone, as much as fits.',
    500,
  ),
  pattern: '^/',
  minLength: 1,
};
export const skipWithinSchema = integerSchema(
  'With at: how many items of the list, members of the object or characters of the text to pass over.',
  0,
  Number.MAX_SAFE_INTEGER,
);
/** Output schema of a part, in addition to `cut`. `total` is the number of items, members or characters. */
export const partOutput = { part: {}, total: { type: 'integer' } } satisfies { [name: string]: JsonSchema };

/** Parses `at`; returns a Problem if it is not a JSON Pointer to a part of a value. */
export function readPointer(at: Json): Pointer | Problem {
  const pointer = parsePointer(at as string);
  if (pointer !== undefined && pointer.length > 0) return pointer;
  return new Problem('invalid_body', '/at must be a JSON Pointer, such as /Lines or /Lines/0.', {
    errors: [{ pointer: '/at', message: 'must be a JSON Pointer, such as /Lines or /Lines/0' }],
  });
}

/** `whole`: JSON, of which the one member is parsed that `at` leads into. */
export function extractPart(whole: string, at: Pointer, skip: number): JsonObject | Problem {
  const [field, ...within] = at;
  const member = memberIn(whole, field!);
  const value = member === undefined ? undefined : valueAt(JSON.parse(member) as Json, within);
  if (value === undefined) return new Problem('not_found', 'Nothing stands there: /at leads to no value of it.');
  if (typeof value === 'string') return partOfText(value, skip);
  if (typeof value !== 'object' || value === null) return { part: value, cut: false };
  return partOfMany(value, at, skip);
}

/** Found without parsing what is passed over. */
function memberIn(whole: string, field: string): string | undefined {
  let found: string | undefined;
  eachMember(whole, (name, _at, from, to) => {
    if (JSON.parse(`"${name}"`) === field) found = whole.slice(from, to);
  });
  return found;
}

function partOfMany(whole: readonly Json[] | JsonObject, at: Pointer, skip: number): JsonObject {
  const isList = Array.isArray(whole);
  const names = Object.keys(whole);
  const kept: string[] = [];
  let bytes = 2;
  for (const name of names.slice(skip)) {
    const item = (whole as JsonObject)[name]!;
    bytes += jsonBytes(item) + (isList ? 0 : jsonBytes(name) + 1) + 1;
    const written = JSON.stringify(item);
    if (bytes <= MAX_RESULT_BYTES || kept.length === 0)
      kept.push(isList ? written : `${JSON.stringify(name)}:${written}`);
    if (bytes > MAX_RESULT_BYTES) break;
  }
  const light = trimJson(isList ? `[${kept.join(',')}]` : `{${kept.join(',')}}`);
  const { value, cut } = fitValue(JSON.parse(light.text) as Json);
  // One alone, which is too large itself: of several none is cut.
  const [large] = [...cut, ...light.cut].map((name) => [...at, isList ? String(skip) : name]);
  const [next, total] = [skip + kept.length, names.length];
  return {
    ...{ part: value, total, cut: large !== undefined || next < total },
    ...restHint(
      large !== undefined && `It is too large itself: at=${formatPointer(large)} shows it, part by part.`,
      next < total && `There are ${total}: go on with skip=${next}.`,
    ),
  };
}

function partOfText(whole: string, skip: number): JsonObject {
  let length = MAX_RESULT_BYTES;
  while (jsonBytes(whole.slice(skip, skip + length)) > MAX_RESULT_BYTES) length = Math.floor(length * 0.8);
  const isSplit = /[\uD800-\uDBFF]/.test(whole.charAt(skip + length - 1)) && skip + length < whole.length;
  const part = whole.slice(skip, skip + length - (isSplit ? 1 : 0));
  const [next, total] = [skip + part.length, whole.length];
  return {
    part,
    total,
    cut: next < total,
    ...restHint(next < total && `There are ${total}: go on with skip=${next}.`),
  };
}
