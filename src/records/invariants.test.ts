import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  type Field,
  fieldsOf,
  type RecordType,
  type RecordTypeName,
  recordType,
  recordTypes,
} from '../catalogue/index.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { exampleOf } from './examples.ts';
import { recordSchema } from './schema.ts';
import { AccountInMemory, type Operations, type TestWritten } from './testing/account-in-memory.ts';

/** Any sequence of writes, good and bad, on a record of any type: what must hold after each of them. */

const ajv = new Ajv2020({ allowUnionTypes: true, validateFormats: false });

const stamp = fc.constantFrom<Json>('2026-01-30T08:00:00Z', '2026-01-29T08:00:00Z', null);
const amount = fc.constantFrom<Json>(0, 0.1, 0.2, 2.5, 1e10, 99_999_999_999);
const quantity = fc.constantFrom<Json>(0, 1, 2.5, 4, 10);

/** Likely values of a field, so that most writes are good. */
function likely(name: string, field: Field): fc.Arbitrary<Json> {
  switch (field.kind) {
    case 'enum':
      return fc.constantFrom<Json>(...field.values);
    case 'timestamp':
      return stamp;
    case 'decimal':
      return amount;
    case 'boolean':
      return fc.boolean();
    case 'reference':
      return fc.constantFrom<Json>(1, 2, null);
    case 'list':
      return name === 'Lines' ? fc.array(line, { maxLength: 3 }) : fc.constant([]);
    default:
      return fc.constantFrom<Json>('x', 'y@z', 3, null, {});
  }
}
const line = fc.record({
  Quantity: fc.constantFrom(1, 4, 10),
  UnitCost: fc.constantFrom(0, 0.3, 12),
  QuantityReceived: quantity,
});

function operations(type: RecordTypeName): fc.Arbitrary<Operations> {
  const fields = Object.entries(fieldsOf(recordType(type))).filter(([, field]) => !field.readOnly);
  const states = recordType(type).states;
  const write = ([name, field]: [string, Field]) =>
    likely(name, field).map((value) => ({ op: 'replace', path: `/${name}`, value }));
  const any = fc.oneof(...fields.map(write));
  const ofState = fields.filter(
    ([name]) => name === 'Status' || Object.values(states?.stamps ?? {}).some(({ field }) => field === name),
  );
  const removal = fc.constantFrom(...fields.map(([name]) => ({ op: 'remove', path: `/${name}` })));
  const odd = fc.record({
    op: fc.constantFrom('add', 'replace'),
    path: fc.constantFrom('/CustomFields/a', '/ID', '/Lines/-', '/Name', '/Nope', ''),
    value: fc.jsonValue() as fc.Arbitrary<Json>,
  });
  const receipt = fc.record({
    op: fc.constant('replace'),
    path: fc.constantFrom('/Lines/0/QuantityReceived', '/Lines/1/QuantityReceived'),
    value: quantity,
  });
  const closing = fc.record({
    op: fc.constant('replace'),
    path: fc.constantFrom('/Lines/0/ShortClosed', '/Lines/0/Quantity'),
    value: fc.constantFrom<Json>(true, false, 4, 10),
  });
  const sources = [
    { weight: 3, arbitrary: any },
    { weight: 1, arbitrary: removal },
    { weight: 1, arbitrary: odd },
  ] as { weight: number; arbitrary: fc.Arbitrary<Operations[number]> }[];
  if (ofState.length > 0) sources.push({ weight: 5, arbitrary: fc.oneof(...ofState.map(write)) });
  if (type === 'PurchaseOrders') sources.push({ weight: 5, arbitrary: receipt }, { weight: 2, arbitrary: closing });
  return fc.array(fc.oneof(...sources), { minLength: 1, maxLength: 2 });
}

function anAccount(): AccountInMemory {
  const account = new AccountInMemory();
  account.given('FormTemplates', {
    Name: 'x',
    Fields: [{ FieldID: 'closes', Label: 'x', Type: 'Text', Required: true }],
  });
  account.given('Vendors', { Name: 'x' });
  return account;
}

for (const type of recordTypes) {
  describe(`after any writes to ${type.name}`, () => {
    const isRecord = ajv.compile(recordSchema(type));

    it('what was written is a true record, and what was refused left no trace', () => {
      let written = 0;
      fc.assert(
        fc.property(
          beginnings(type),
          fc.array(operations(type.name), { minLength: 1, maxLength: 12 }),
          (body, writes) => {
            const account = anAccount();
            const id = account.given(type.name, body);
            for (const write of writes) {
              account.now += 1000;
              const before = account.record(type.name, id);
              const version = account.version(type.name, id);
              const outcome = account.patch(type.name, id, write);
              const after = account.record(type.name, id);
              if (outcome.outcome === 'written') {
                written++;
                assert.ok(isRecord(after), ajv.errorsText(isRecord.errors));
                assert.equal(JSON.stringify(Object.keys(after)), JSON.stringify(Object.keys(fieldsOf(type))));
                assert.notDeepEqual(content(after), content(before));
                stampsAgree(type.name, after);
                derivedFieldsHold(type.name, after);
                eventsFit(type.name, before, after, outcome);
              } else {
                assert.deepEqual([after, account.version(type.name, id)], [before, version]);
                if (outcome.outcome === 'refused') assert.ok([400, 409, 413].includes(outcome.problem.status));
              }
            }
          },
        ),
        { numRuns: 150 },
      );
      assert.ok(written > 100, `only ${written} writes were good`);
    });
  });
}

/** A record in any of its states. */
function beginnings(type: RecordType): fc.Arbitrary<JsonObject> {
  const body = exampleOf(type);
  if (type.states === undefined) return fc.constant(body);
  return fc.constantFrom(...Object.keys(type.states.moves)).map((Status) => {
    if (type.name !== 'PurchaseOrders') return { ...body, Status };
    const received = Status === 'Completed' ? 10 : Status === 'PartiallyFulfilled' ? 4 : 0;
    const Lines = [
      { Quantity: 10, QuantityReceived: received },
      { Quantity: 10, QuantityReceived: received },
    ];
    return { ...body, Status, VendorID: 1, Lines };
  });
}

function content({ UpdatedOn: _on, UpdatedBy: _by, ...rest }: JsonObject): JsonObject {
  return rest;
}

function stampsAgree(type: RecordTypeName, record: JsonObject): void {
  for (const [state, { field, moves, keptIn = [] }] of Object.entries(recordType(type).states?.stamps ?? {})) {
    if (!moves) continue;
    const holds = record.Status === state || keptIn.includes(record.Status as string);
    if (record.Status === state) assert.notEqual(record[field], null, `${field} in ${state}`);
    if (!holds) assert.equal(record[field], null, `${field} in ${record.Status}`);
  }
}

function derivedFieldsHold(type: RecordTypeName, record: JsonObject): void {
  const number = (name: string) => record[name] as number;
  const near = (a: number, b: number) => assert.ok(Math.abs(a - b) <= 1e-3, `${a} is not ${b}`);
  if (type === 'WorkOrders')
    near(number('TotalCost'), number('LabourCost') + number('PartsCost') + number('OtherCost'));
  if (type === 'Employees') assert.equal(record.DisplayName, `${record.FirstName} ${record.LastName}`);
  if (type === 'Users' && record.Role === 'Admin') assert.equal(record.CompanySettings, true);
  if (type === 'Forms')
    assert.equal(record.FlaggedCount, (record.Answers as JsonObject[]).filter((answer) => answer.Flagged).length);
  if (type !== 'PurchaseOrders') return;

  const lines = record.Lines as unknown as {
    Line: number;
    Quantity: number;
    UnitCost: number;
    QuantityReceived: number;
    ShortClosed: boolean;
  }[];
  assert.equal(new Set(lines.map((one) => one.Line)).size, lines.length);
  near(
    number('Subtotal'),
    lines.reduce((sum, one) => sum + one.Quantity * one.UnitCost, 0),
  );
  near(number('Total'), number('Subtotal') + number('TaxAmount') + number('ShippingAmount'));
  const open = lines.filter((one) => !one.ShortClosed && one.QuantityReceived < one.Quantity);
  const received = lines.some((one) => one.QuantityReceived > 0);
  const told = open.length === 0 ? 'Completed' : received ? 'PartiallyFulfilled' : 'Sent';
  if (['Sent', 'PartiallyFulfilled', 'Completed'].includes(record.Status as string)) {
    assert.equal(record.Status, told);
    assert.ok(lines.length > 0);
  } else assert.ok(!received, `received while ${record.Status}`);
}

function eventsFit(type: RecordTypeName, before: JsonObject, after: JsonObject, { events }: TestWritten): void {
  const told = recordType(type).events;
  for (const event of events) assert.ok(told.includes(event), event);
  assert.equal(events.includes('Updated'), told.includes('Updated'));
  assert.ok(!events.includes('Created'));
  for (const state of ['Completed', 'Cancelled', 'Submitted'] as const) {
    const entered = after.Status === state && before.Status !== state;
    assert.equal(events.includes(state), entered && told.includes(state), state);
  }
  // Sent can be entered again by a correction, which is not told.
  const sent =
    after.Status === 'Sent' && !['Sent', 'PartiallyFulfilled', 'Completed'].includes(before.Status as string);
  assert.equal(events.includes('Sent'), sent && told.includes('Sent'));
  if (events.includes('PartiallyFulfilled'))
    assert.ok(['Sent', 'PartiallyFulfilled'].includes(before.Status as string));
}
