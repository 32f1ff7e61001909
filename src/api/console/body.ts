/**
 * Parses bodies of the console's own routes: small objects with a fixed set of members; unknown members are refused.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import { escapePointer, type Json, type JsonObject } from '../../lib/json.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';
import { invalidBody } from '../../records/refusals.ts';

type Kind = 'text' | 'text?' | 'boolean?' | 'number?' | 'texts?' | 'object';
type ValueOf<K extends Kind> = K extends 'text'
  ? string
  : K extends 'text?'
    ? string | undefined
    : K extends 'boolean?'
      ? boolean | undefined
      : K extends 'number?'
        ? number | undefined
        : K extends 'object'
          ? JsonObject
          : readonly string[] | undefined;
type Shape = Readonly<Record<string, Kind>>;
export type ParsedBody<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

export function readBody<const S extends Shape>(
  request: { readonly headers: IncomingHttpHeaders; readonly body: Buffer | undefined },
  shape: S,
): ParsedBody<S> | Problem {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  if (!isObject(body)) return invalidBody([{ pointer: '', message: 'must be an object' }]);
  const faults: InputFault[] = Object.keys(body)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, MAX_FAULTS)
    .map((name) => ({
      pointer: `/${escapePointer(name.slice(0, 100))}`,
      message: `is unknown here; there are ${Object.keys(shape).join(', ')}`,
    }));
  const values: Record<string, Json | undefined> = {};
  for (const [name, kind] of Object.entries(shape)) {
    // Null means the same as an omitted member.
    const value = body[name] ?? undefined;
    if (!holds[kind](value)) faults.push({ pointer: `/${name}`, message: wanted[kind] });
    values[name] = value;
  }
  return faults.length > 0 ? invalidBody(faults) : (values as ParsedBody<S>);
}

const orNone = (holds: (value: Json) => boolean) => (value: Json | undefined) => value === undefined || holds(value);
const isText = (value: Json | undefined) => typeof value === 'string' && value.length <= MAX_TEXT_CHARACTERS;
const MAX_TEXT_CHARACTERS = 5_000;

const holds: Readonly<Record<Kind, (value: Json | undefined) => boolean>> = {
  text: (value) => isText(value) && value !== '',
  'text?': orNone(isText),
  'boolean?': orNone((value) => typeof value === 'boolean'),
  'number?': orNone((value) => typeof value === 'number'),
  object: (value) => value !== undefined && isObject(value),
  'texts?': orNone((value) => Array.isArray(value) && value.length <= 100 && value.every(isText)),
};

const wanted: Readonly<Record<Kind, string>> = {
  text: 'is needed, as a text',
  'text?': 'must be a text',
  'boolean?': 'must be true or false',
  'number?': 'must be a number',
  'texts?': 'must be a list of texts',
  object: 'is needed, as an object',
};

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
