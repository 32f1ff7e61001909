/** Arguments of a tool against its schema, as far as our own schemas go. Each fault says what to do, since a model reads it. */
import type { Json, JsonObject } from '../../lib/json.ts';
import { nearest } from '../../lib/nearest.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';
import type { JsonSchema } from '../../records/schema.ts';

export function validateArguments(schema: JsonSchema, given: Json): JsonObject | Problem {
  const faults: InputFault[] = [];
  check(schema, given, '', faults);
  const [first] = faults as { pointer: string; message: string }[];
  if (first === undefined) return given as JsonObject;
  const place = first.pointer === '' ? 'The arguments' : first.pointer;
  return new Problem('invalid_body', `${place} ${first.message}.`, { errors: faults });
}

function check(schema: JsonSchema, value: Json, pointer: string, faults: InputFault[]): void {
  if (faults.length >= MAX_FAULTS) return;
  const { type, enum: values, minimum, maximum, maxLength, minLength } = schema as Described;
  const fault = (message: string) => faults.push({ pointer, message });
  if (type !== undefined && !types[type]?.(value)) {
    fault(`must be ${type === 'array' ? 'a list' : type === 'integer' ? 'a whole number' : `of type ${type}`}`);
    return;
  }
  if (values !== undefined && !values.includes(value as string)) fault(`must be one of ${values.join(', ')}`);
  if (typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value)))
    fault(`must be from ${minimum} to ${maximum}`);
  if (typeof value === 'string' && [...value].length > (maxLength ?? Infinity)) fault(`is longer than ${maxLength}`);
  if (typeof value === 'string' && value.length < (minLength ?? 0)) fault('must not be empty');
  if (Array.isArray(value)) checkItems(schema as Described, value, pointer, faults);
  else if (isObject(value)) checkMembers(schema as Described, value, pointer, faults);
}

function checkItems(
  { items, maxItems, minItems }: Described,
  list: Json[],
  pointer: string,
  faults: InputFault[],
): void {
  if (list.length > (maxItems ?? Infinity)) faults.push({ pointer, message: `has more than ${maxItems} items` });
  if (list.length < (minItems ?? 0)) faults.push({ pointer, message: `needs at least ${minItems}` });
  if (items === undefined) return;
  for (const [n, item] of list.entries()) {
    if (faults.length >= MAX_FAULTS || n >= (maxItems ?? Infinity)) return;
    check(items, item, `${pointer}/${n}`, faults);
  }
}

function checkMembers(schema: Described, value: JsonObject, pointer: string, faults: InputFault[]): void {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined) return;
  for (const name of required) {
    if (!Object.hasOwn(value, name)) faults.push({ pointer: `${pointer}/${name}`, message: 'is needed' });
  }
  for (const name of Object.keys(value)) {
    if (faults.length >= MAX_FAULTS) return;
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described !== undefined) check(described, value[name]!, `${pointer}/${name}`, faults);
    else if (additionalProperties === false) {
      const near = nearest(name, Object.keys(properties));
      const hint = near === undefined ? `there are ${Object.keys(properties).join(', ')}` : `did you mean ${near}?`;
      faults.push({ pointer: `${pointer}/${name.slice(0, 100)}`, message: `is not known: ${hint}` });
    }
  }
}

interface Described {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

const types: { readonly [type: string]: (value: Json) => boolean } = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
