/** Input made invalid in one known way: each with the place that the refusal must name. */
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { OpenApi, Operation, Schema } from './openapi-document.ts';
import type { Request } from './openapi-exchange.ts';

export interface Fault {
  /** What was done to the input, for the message of a failing test. */
  readonly made: string;
  readonly request: Request;
  /** A member of `errors`: its place without the message. */
  readonly place: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };
}

/** Every field of a body broken in every way its schema knows. */
export function brokenBodies(openApi: OpenApi, operation: Operation, valid: JsonObject): Fault[] {
  const schema = openApi.schema(operation.body!.schema);
  const broken = (made: string, body: Json, pointer: string): Fault => ({
    made,
    request: { body },
    place: { pointer },
  });
  const faults = [
    broken('an array', [], ''),
    broken('a text', 'text' as Json, ''),
    broken('an unknown field', { ...valid, NoSuchField: 1 }, '/NoSuchField'),
  ].filter(({ request }) => typeof request.body !== 'string');
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = valid;
    faults.push(broken(`without ${name}`, rest, `/${name}`));
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const { value, made, below = '' } of brokenValues(openApi.schema(field), openApi)) {
      faults.push(broken(`${name} ${made}`, { ...valid, [name]: value }, `/${name}${below}`));
    }
  }
  return faults;
}

interface Broken {
  readonly value: Json;
  readonly made: string;
  /** Where inside the field the fault lies. */
  readonly below?: string;
}

function brokenValues(schema: Schema, openApi: OpenApi): Broken[] {
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return [];
  const broken: Broken[] = types.includes('null') ? [] : [{ value: null, made: 'null' }];
  if (!types.includes('object')) broken.push({ value: {}, made: 'an object' });
  if (!types.includes('array')) broken.push({ value: [], made: 'an array' });
  if (!types.includes('string')) broken.push({ value: 'text', made: 'a text' });
  if (schema.enum) broken.push({ value: 'NoSuchValue', made: 'not one of its values' });
  if (schema.maxLength && !schema.enum) {
    broken.push({ value: 'x'.repeat(Number(schema.maxLength) + 1), made: 'too long' });
  }
  if (schema.minLength) broken.push({ value: '', made: 'empty' });
  if (schema.pattern) {
    const value = new RegExp(schema.pattern as string).test('neither') ? ' ' : 'neither';
    broken.push({ value, made: 'against its pattern' });
  }
  if (schema.format === 'date-time') broken.push({ value: '2026-01-31T09:30:00', made: 'without an offset' });
  if (schema.format === 'date') broken.push({ value: '2026-02-30', made: 'no day of the calendar' });
  if (types.includes('integer')) broken.push({ value: 1.5, made: 'not whole' });
  if (/decimal places/.test(schema.description ?? ''))
    broken.push({ value: 0.123456789, made: 'with too many places' });
  if (schema.minimum !== undefined && Number(schema.minimum) > Number.MIN_SAFE_INTEGER) {
    broken.push({ value: Number(schema.minimum) - 1, made: 'too small' });
  }
  if (schema.maximum !== undefined && Number(schema.maximum) < Number.MAX_SAFE_INTEGER) {
    broken.push({ value: Number(schema.maximum) + 1, made: 'too large' });
  }
  if (schema.items !== undefined && openApi.schema(schema.items).properties) {
    broken.push({ value: [7], made: 'with an item that is a number', below: '/0' });
    broken.push({ value: [{ NoSuchField: 1 }], made: 'with an unknown field in an item', below: '/0/NoSuchField' });
  }
  return broken;
}

/** Every parameter of a query broken, and one that does not exist. */
export function brokenQueries(openApi: OpenApi, operation: Operation): Fault[] {
  const item = openApi.schema(operation.responses[200]!.content!.schema.items!);
  const broken = (parameter: string, value: string, made: string): Fault => ({
    made,
    request: { query: `${parameter}=${encodeURIComponent(value)}` },
    place: { parameter },
  });
  return [
    broken('NoSuchProperty', '1', 'an unknown parameter'),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, schema }) => {
        const property = item.properties?.[name];
        const value = nonsenseFor(schema, property && openApi.schema(property));
        if (value === undefined) return [];
        const values = [value, ...(name === 'take' ? ['1001', '-1', '1.5'] : [])];
        return values.map((one) => broken(name, one, `${name}=${one}`));
      }),
  ];
}

/** A value that cannot be read; undefined where every text is a value. */
function nonsenseFor(schema: Schema, property: Schema | undefined): string | undefined {
  // Any text may be searched for but none.
  if (schema.minLength) return '';
  if (schema.type !== 'array') return 'no such thing';
  const isText = [property?.type ?? []].flat().includes('string') && !property?.enum;
  return isText && !/^date/.test(String(property?.format)) ? undefined : 'no such thing';
}

/** Patch documents that are none, for records and for subscriptions. */
export function brokenPatches(operation: Operation): Fault[] {
  const broken = (made: string, body: Json, pointer: string): Fault => ({
    made,
    request: { body },
    place: { pointer },
  });
  const ofRecords = { free: '/CustomFields', readOnly: '/CreatedBy' };
  const { free, readOnly } = /Webhooks/.test(operation.path) ? { free: '/headers', readOnly: '/createdOn' } : ofRecords;
  const path = `${free}/mark`;
  const good = { op: 'add', path, value: 'x' };
  return [
    broken('an object', good, ''),
    broken('an operation that is a number', [7], '/0'),
    broken('no op', [{ path, value: 'x' }], '/0'),
    broken('an unknown op', [{ op: 'set', path, value: 'x' }], '/0/op'),
    broken('no path', [{ op: 'add', value: 'x' }], '/0'),
    broken('a path without a slash', [{ op: 'add', path: 'Name', value: 'x' }], '/0/path'),
    broken('no value', [{ op: 'add', path }], '/0'),
    broken('no from', [{ op: 'move', path }], '/0'),
    broken('all removed', [{ op: 'remove', path: '' }], '/0/path'),
    broken('a bad operation behind a good one', [good, { op: 'remove', path: `${free}/none` }], '/1'),
    broken('an unknown field', [{ op: 'add', path: '/NoSuchField', value: 'x' }], '/NoSuchField'),
    broken('a read-only field', [{ op: 'replace', path: readOnly, value: 'x' }], readOnly),
  ];
}

/** Headers that cannot be read. */
export function brokenHeaders(operation: Operation): Fault[] {
  const values: { [header: string]: string } = {
    'If-Match': '3',
    'If-None-Match': 'W/3',
    'Idempotency-Key': 'two words',
  };
  return operation.parameters
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name: header }) => ({
      made: header,
      request: { headers: { [header]: values[header]! } },
      place: { header },
    }));
}
