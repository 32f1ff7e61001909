/**
 * Random writes as clients send them, good and bad: few records and few values, so that they meet, contradict each other and
 * repeat themselves.
 */
import fc from 'fast-check';
import { type Field, fieldsOf, type ItemField, recordType } from '../../src/catalogue/index.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';

const types = [
  'Vendors',
  'Locations',
  'FormTemplates',
  'Forms',
  'WorkOrders',
  'Tasks',
  'PurchaseOrders',
  'Employees',
  'Users',
] as const;
export type WrittenType = (typeof types)[number];

export type Write =
  | { readonly write: 'create'; readonly type: WrittenType; readonly body: JsonObject }
  | {
      readonly write: 'patch';
      readonly type: WrittenType;
      readonly id: number;
      readonly patch: readonly JsonObject[];
      readonly version: number | undefined;
    }
  | {
      readonly write: 'delete';
      readonly type: WrittenType;
      readonly id: number;
      readonly version: number | undefined;
    };

const someID = fc.integer({ min: 1, max: 4 });
const someVersion = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);

export const randomWrite: fc.Arbitrary<Write> = fc.constantFrom(...types).chain((type) =>
  fc.oneof(
    { weight: 4, arbitrary: bodyOf(type).map((body) => ({ write: 'create' as const, type, body })) },
    {
      weight: 7,
      arbitrary: fc.record({
        write: fc.constant('patch' as const),
        type: fc.constant(type),
        id: someID,
        patch: fc.array(operationOf(type), { minLength: 1, maxLength: 3 }),
        version: someVersion,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        write: fc.constant('delete' as const),
        type: fc.constant(type),
        id: someID,
        version: someVersion,
      }),
    },
  ),
);

/** Some records of every type, those that others refer to first. */
export function firstWrites(): fc.Arbitrary<Write[]> {
  const three = types.flatMap((type) => [type, type, type]);
  return fc.tuple(...three.map((type) => leastOf(type).map((body) => ({ write: 'create' as const, type, body }))));
}

/** What must be there, and at most three fields more. */
function bodyOf(type: WrittenType): fc.Arbitrary<JsonObject> {
  const fields = writableFields(type);
  const more = fc.array(
    fc.constantFrom(...fields).chain(([name, field]) => someValue(field).map((value) => [name, value] as const)),
    { maxLength: 3 },
  );
  return fc.tuple(leastOf(type), more).map(([least, others]) => ({ ...least, ...Object.fromEntries(others) }));
}

function leastOf(type: WrittenType): fc.Arbitrary<JsonObject> {
  const required = writableFields(type).filter(
    ([, field]) => !field.nullable && !('default' in field) && isPlain(field),
  );
  return fc.record(Object.fromEntries(required.map(([name, field]) => [name, goodValue(field)])));
}

function isPlain(field: Field): boolean {
  return field.kind !== 'object' && field.kind !== 'list';
}

function operationOf(type: WrittenType): fc.Arbitrary<JsonObject> {
  const fields = writableFields(type);
  const replace = fc
    .constantFrom(...fields)
    .chain(([name, field]) =>
      someValue(field).map((value): JsonObject => ({ op: 'replace', path: `/${name}`, value })),
    );
  const others: JsonObject[] = [
    { op: 'remove', path: '/ExternalID' },
    { op: 'test', path: '/Deleted', value: false },
    { op: 'add', path: '/NoSuchField', value: 1 },
    { op: 'replace', path: '/CreatedBy', value: 'x' },
    { op: 'replace', path: '/Deleted', value: false },
    { op: 'add', path: '/CustomFields/a', value: 1 },
  ];
  const status = fields.find(([name]) => name === 'Status');
  const move = status && someValue(status[1]).map((value): JsonObject => ({ op: 'replace', path: '/Status', value }));
  return fc.oneof(
    { weight: 5, arbitrary: replace },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
    ...(move ? [{ weight: 3, arbitrary: move }] : []),
  );
}

function writableFields(type: WrittenType): [string, Field][] {
  return Object.entries(fieldsOf(recordType(type))).filter(([name, field]) => !field.readOnly && name !== 'Deleted');
}

function someValue(field: Field | ItemField): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 12, arbitrary: goodValue(field) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<Json[]>('nonsense', -1, 1.5, 1e12, [], {}) },
  );
}

function goodValue(field: Field | ItemField): fc.Arbitrary<Json> {
  return byKind[field.kind](field as never);
}

const byKind: {
  [K in (Field | ItemField)['kind']]: (field: Extract<Field | ItemField, { kind: K }>) => fc.Arbitrary<Json>;
} = {
  text: ({ format, max }) =>
    format === 'email'
      ? fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com')
      : fc.constantFrom(...['k1', 'K1', 'k2', 'PO-000002'].filter((text) => text.length <= max), 'x'),
  int: () => fc.constantFrom(0, 1, 30),
  decimal: () => fc.constantFrom(0, 1, 2.5, 10),
  boolean: () => fc.boolean(),
  timestamp: () => fc.constantFrom('2026-01-05T10:00:00Z', '2026-02-01T00:00:00.000Z'),
  date: () => fc.constantFrom('2026-01-05', '2026-02-01'),
  enum: ({ values }) => fc.constantFrom(...values),
  reference: () => someID,
  object: () => fc.constantFrom<JsonObject[]>({}, { a: 1 }),
  value: () => fc.constantFrom<Json[]>('yes', '', 0, null),
  texts: () => fc.constantFrom<Json[]>([], ['a']),
  list: ({ items }) => {
    const item = Object.entries(items).map(([name, one]) => [name, goodValue(one)]);
    return fc.array(fc.record(Object.fromEntries(item)) as fc.Arbitrary<JsonObject>, { maxLength: 2 });
  },
};
