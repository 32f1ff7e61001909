import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type Field, fieldsOf, type ItemField, type RecordType, recordType, recordTypes } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { parsePatch } from '../lib/json-patch.ts';
import { Problem } from '../problems.ts';
import { exampleOf } from './examples.ts';
import { createSchema, patchSchema, recordSchema } from './schema.ts';
import { AccountInMemory } from './testing/account-in-memory.ts';
import { validateRecord } from './writes/validate.ts';

/** Formats are notes in draft 2020-12; the patterns beside them assert. */
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  validateFormats: false,
  multipleOfPrecision: 6,
  allErrors: true,
});

/**
 * Values at and beyond the borders of each kind. Left out is what a schema cannot say: days a month does not have, sizes in
 * bytes, keys that repeat within a list.
 */
const borders: { [K in (Field | ItemField)['kind']]: (field: Extract<Field | ItemField, { kind: K }>) => Json[] } = {
  text: ({ max }) => ['', ' ', 'a@b', 'x'.repeat(max), 'x'.repeat(max + 1), '😀'.repeat(max), '😀'.repeat(max + 1)],
  int: () => [0, -1, 7, 1.5, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2 ** 53],
  decimal: () => [
    0, 0.1, 0.0001, 0.00001, 0.0000001, 0.00000001, -2.5, 99_999_999_999, 100_000_000_000, -100_000_000_000,
  ],
  boolean: () => [true, false],
  timestamp: () => [
    '2026-01-31T09:30:00.000Z',
    '2026-01-31t09:30z',
    '2026-01-31T09:30:00.123456+0130',
    '2026-01-31T09:30:00-23:59',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:60Z',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    '2026-13-01T00:00:00Z',
    '0000-06-01T00:00:00Z',
    '0001-06-01T00:00:00Z',
  ],
  date: () => ['2026-01-31', '2026-1-31', '2026-00-10', '2026-01-32', '0000-01-01', '2026-01-31T00:00:00Z'],
  enum: ({ values }) => [values[0]!, values.at(-1)!, values[0]!.toLowerCase(), ''],
  reference: () => [1, 0, -1, 1.5, Number.MAX_SAFE_INTEGER],
  object: () => [{}, { a: { b: [] } }],
  value: () => [0, 'x', [1], { a: 1 }],
  texts: ({ max }) => [[], ['a', 'b'], ['x'.repeat(max)], ['x'.repeat(max + 1)], [1]],
  list: () => [[], {}],
};
const others: Json[] = [null, true, 0, 'x', [], {}];

function anyValue(field: Field | ItemField): fc.Arbitrary<Json> {
  const single = fc.constantFrom(...borders[field.kind](field as never), ...others);
  if (field.kind !== 'list') return single;
  const items = Object.entries(field.items);
  const item = fc.record(Object.fromEntries(items.map(([name, one]) => [name, sensible(one)])), { requiredKeys: [] });
  const odd = fc.constantFrom<Json>({ Unknown: 1 }, null, 7);
  return fc.oneof(
    single,
    fc.oneof({ weight: 5, arbitrary: item as fc.Arbitrary<Json> }, odd).map((one) => [one]),
  );
}

/** Mostly good, so that whole records are. */
function sensible(field: Field | ItemField): fc.Arbitrary<Json> {
  const good = fc.constantFrom(...(goodValues[field.kind](field as never) as Json[]));
  return fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: anyValue(field) });
}
const goodValues = {
  ...borders,
  text: () => ['a@b'],
  int: () => [0, 7],
  decimal: () => [1, 2.5],
  timestamp: () => ['2026-01-31T11:30:00+02:00'],
  date: () => ['2024-02-29'],
  enum: ({ values }: { values: readonly string[] }) => [...values],
  reference: () => [1],
  texts: () => [['a']],
  list: () => [[]],
};

function anyBody(type: RecordType): fc.Arbitrary<JsonObject> {
  const fields = Object.entries(fieldsOf(type));
  const known = fc.record(
    Object.fromEntries(fields.filter(([, field]) => !field.readOnly).map(([name, field]) => [name, sensible(field)])),
    {
      requiredKeys: [],
    },
  ) as fc.Arbitrary<JsonObject>;
  const extra = fc.constantFrom<JsonObject>({}, {}, {}, {}, {}, {}, { Unknown: 1 }, { ID: 1 }, { UpdatedOn: null });
  return fc
    .tuple(known, extra, fc.boolean())
    .map(([body, more, complete]) => ({ ...(complete ? exampleOf(type) : {}), ...body, ...more }));
}

for (const type of recordTypes) {
  describe(`the schemas of ${type.name}`, () => {
    const isNew = ajv.compile(createSchema(type));
    const isRecord = ajv.compile(recordSchema(type));

    it('take exactly the new records that validation takes', () => {
      let taken = 0;
      fc.assert(
        fc.property(anyBody(type), (body) => {
          const result = validateRecord(type, body);
          const says = isNew(body) ? 'schema takes' : ajv.errorsText(isNew.errors);
          const does = result instanceof Problem ? JSON.stringify(result.errors) : 'validation takes';
          assert.equal(!(result instanceof Problem), says === 'schema takes', `${says} / ${does}`);
          if (!(result instanceof Problem)) taken++;
        }),
        { numRuns: 300 },
      );
      assert.ok(taken > 10, `only ${taken} of 300 were taken`);
    });

    it('describe the record that comes of the example', () => {
      const account = new AccountInMemory();
      account.given('FormTemplates', exampleOf(recordType('FormTemplates')));
      const made = account.create(type.name, exampleOf(type));
      assert.ok(made.outcome === 'written');
      assert.ok(isNew(exampleOf(type)), ajv.errorsText(isNew.errors));
      assert.ok(isRecord(made.record), ajv.errorsText(isRecord.errors));
      assert.ok(!isRecord({ ...made.record, ID: undefined, Extra: 1 }));
    });

    it('list all fields in their order, and mark those that cannot be written', () => {
      const { properties, required } = recordSchema(type) as {
        properties: Record<string, JsonObject>;
        required: string[];
      };
      assert.deepEqual(Object.keys(properties), Object.keys(fieldsOf(type)));
      assert.deepEqual(required, Object.keys(properties));
      for (const [name, field] of Object.entries(fieldsOf(type))) {
        assert.equal(properties[name]!.readOnly === true, field.readOnly === true, name);
      }
    });
  });
}

describe('the schema of a patch', () => {
  const limits = { operations: 3, depth: 64 };
  const isPatch = ajv.compile(patchSchema(limits));
  const pointer = fc.constantFrom<Json>('', '/', '/Name', '/a/0/-', '/a~0b~1c', 'Name', '/a~2', '/~', 7, null);
  const operation = fc.record(
    {
      op: fc.constantFrom<Json>('add', 'remove', 'replace', 'move', 'copy', 'test', 'Add', '', 1),
      path: pointer,
      from: pointer,
      value: fc.constantFrom<Json>(1, null, {}),
      more: fc.constant(1),
    },
    { requiredKeys: ['op'] },
  );

  it('takes exactly what is read as a patch', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(operation, { maxLength: 4 }), fc.constantFrom<Json>({}, null, 'x', [1])),
        (patch) => {
          // That a value cannot be moved into itself is beyond a schema.
          fc.pre(!(Array.isArray(patch) && patch.some(movesIntoItself)));
          assert.equal(isPatch(patch), parsePatch(patch as Json, limits).ok, JSON.stringify(patch));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function movesIntoItself(operation: Json): boolean {
  const { op, from, path } = operation as JsonObject;
  return op === 'move' && typeof path === 'string' && path.startsWith(`${from}/`);
}
