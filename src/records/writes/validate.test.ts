import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogue, fieldsOf, recordTypes } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { exampleOf } from '../examples.ts';
import { validateRecord } from './validate.ts';

const { Tasks, WorkOrders, Assets, PurchaseOrders, Locations, FormTemplates, Users, Employees, Routes } = catalogue;

/** The canonical value of one field of a new record, or what is said against it. */
function reading(
  type: Parameters<typeof validateRecord>[0],
  field: string,
  value: Json,
): { value: Json } | { message: string } {
  const result = validateRecord(type, { ...exampleOf(type), [field]: value });
  if (!(result instanceof Problem)) return { value: result[field]! };
  assert.equal(result.code, 'invalid_record');
  assert.deepEqual(
    result.errors?.map((fault) => 'pointer' in fault && fault.pointer),
    [`/${field}`],
  );
  return { message: result.errors![0]!.message };
}

const long = 'é'.repeat(200);
const wide = '😀'.repeat(200); // 400 UTF-16 units, 200 characters
const moment = '2026-01-31T09:30:00.000Z';

describe('each kind of value', () => {
  const kept: [Parameters<typeof validateRecord>[0], string, Json, Json?][] = [
    [Tasks, 'Name', long],
    [Tasks, 'Name', wide],
    [Tasks, 'Name', ' x '],
    [Tasks, 'Description', ''],
    [Tasks, 'Description', null],
    [Tasks, 'Description', 'a'.repeat(10_000)],
    [Tasks, 'Position', 9_007_199_254_740_991],
    [Tasks, 'Position', -9_007_199_254_740_991],
    [Tasks, 'Position', -0, 0],
    [Tasks, 'Required', true],
    [Tasks, 'Status', 'InProgress'],
    [Assets, 'Criticality', null],
    [Tasks, 'DueOn', '2026-01-31T11:30:00+02:00', moment],
    [Tasks, 'DueOn', '2026-01-31T09:30Z', moment],
    [Tasks, 'DueOn', '2026-01-31T09:30:00.0009Z', moment],
    [Tasks, 'DueOn', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    [Tasks, 'DueOn', '9999-12-31T23:59:59.999Z'],
    [Tasks, 'DueOn', '0000-12-31T23:30:00-01:00', '0001-01-01T00:30:00.000Z'],
    [Assets, 'PurchasedOn', '2024-02-29'],
    [Assets, 'MeterValue', 99_999_999_999.9999],
    [Assets, 'MeterValue', 0.0001],
    [Assets, 'MeterValue', 1e-4],
    [Assets, 'MeterValue', -0, 0],
    [Locations, 'Latitude', 50.1234567],
    [Tasks, 'WorkOrderID', 1],
    [Tasks, 'WorkOrderID', null],
    [Tasks, 'CustomFields', JSON.parse('{"__proto__":1,"a":[{"b":null}]}')],
    [Tasks, 'Deleted', true],
    [Users, 'Email', 'a@b'],
    [PurchaseOrders, 'Number', 'PO-7'],
  ];
  for (const [type, field, value, canonical = value] of kept) {
    it(`${type.name}.${field} takes ${shown(value)}`, () => {
      assert.deepEqual(reading(type, field, value), { value: canonical });
    });
  }

  const refused: [Parameters<typeof validateRecord>[0], string, Json, RegExp][] = [
    [Tasks, 'Name', null, /^must be text of 1 to 200 characters$/],
    [Tasks, 'Name', '', /1 to 200 characters; it is empty/],
    [Tasks, 'Name', ' \t\u00a0', /1 to 200 characters; it is blank/],
    [Tasks, 'Name', `${long}x`, /it has 201$/],
    [Tasks, 'Name', `${wide}😀`, /it has 201$/],
    [Tasks, 'Name', 7, /text/],
    [Tasks, 'Name', ['x'], /text/],
    [Tasks, 'Description', 'a'.repeat(10_001), /at most 10000 characters, or null; it has 10001/],
    [Locations, 'TimeZone', '', /1 to 60/],
    [Tasks, 'Position', 1.5, /^must be a whole number from -\(2\^53-1\) to 2\^53-1$/],
    [Tasks, 'Position', 2 ** 53, /whole number/],
    [Tasks, 'Position', '7', /whole number/],
    [Tasks, 'Position', null, /whole number/],
    [Tasks, 'Required', 'true', /^must be true or false$/],
    [Tasks, 'Required', 1, /true or false/],
    [Tasks, 'Status', 'open', /one of Open, InProgress, Completed, Cancelled\. Did you mean Open\?/],
    [Tasks, 'Status', 'Complete', /Did you mean Completed\?/],
    [Tasks, 'Status', 'x', /^must be one of Open, InProgress, Completed, Cancelled$/],
    [Tasks, 'Status', null, /one of/],
    [Assets, 'Criticality', '', /one of Low, Medium, High, Critical, or null/],
    [Tasks, 'DueOn', '2026-01-31', /timestamp such as/],
    [Tasks, 'DueOn', '2026-01-31T09:30:00', /timestamp/],
    [Tasks, 'DueOn', '2026-02-30T09:30:00Z', /timestamp/],
    [Tasks, 'DueOn', '9999-12-31T23:30:00-01:00', /timestamp/],
    [Tasks, 'DueOn', 1_769_851_800_000, /timestamp/],
    [Assets, 'PurchasedOn', '2023-02-29', /date such as 2026-01-31/],
    [Assets, 'PurchasedOn', moment, /or null, without a time/],
    [Assets, 'MeterValue', 0.00001, /at most 4 decimal places, or null/],
    [Assets, 'MeterValue', 100_000_000_000, /between -10\^11 and 10\^11/],
    [Assets, 'MeterValue', '1', /number/],
    [Locations, 'Latitude', 0.000_000_01, /at most 7 decimal places/],
    [Tasks, 'WorkOrderID', 0, /the ID of a work order, a whole number from 1, or null/],
    [Tasks, 'WorkOrderID', -1, /the ID/],
    [Tasks, 'AssetID', '1', /the ID of an asset/],
    [Tasks, 'CustomFields', [], /an object of at most 16384 bytes of JSON/],
    [Tasks, 'CustomFields', null, /an object/],
    [Tasks, 'CustomFields', { a: 'é'.repeat(8192) }, /it has 16392/],
    [Users, 'Email', 'ada', /an e-mail address of 1 to 254 characters/],
    [Users, 'Email', 'a b@c', /e-mail/],
    [PurchaseOrders, 'Number', null, /1 to 40/],
    [PurchaseOrders, 'Lines', {}, /an array of objects/],
  ];
  for (const [type, field, value, message] of refused) {
    it(`${type.name}.${field} refuses ${shown(value)}`, () => {
      const result = reading(type, field, value);
      assert.match('message' in result ? result.message : 'accepted', message);
    });
  }

  it('16 KiB of custom fields are the last that fit', () => {
    const fits = { a: 'x'.repeat(16 * 1024 - '{"a":""}'.length) };
    assert.deepEqual(reading(Tasks, 'CustomFields', fits), { value: fits });
    assert.match((reading(Tasks, 'CustomFields', { a: `${fits.a}x` }) as { message: string }).message, /it has 16385/);
  });
});

describe('the items of a list', () => {
  it('get every item field, in its order', () => {
    const result = reading(PurchaseOrders, 'Lines', [{ UnitCost: 2, Quantity: 1 }]);
    const line = {
      Line: 1,
      ProductID: null,
      Description: '',
      Quantity: 1,
      Unit: 'ea',
      UnitCost: 2,
      QuantityReceived: 0,
      ShortClosed: false,
    };
    assert.equal(JSON.stringify(result), JSON.stringify({ value: [line] }));
  });

  it('are numbered by their position, or behind all others where that is taken', () => {
    const numbers = (...lines: JsonObject[]) => {
      const result = reading(
        PurchaseOrders,
        'Lines',
        lines.map((line) => ({ Quantity: 1, ...line })),
      );
      return 'value' in result ? (result.value as JsonObject[]).map((line) => line.Line) : result.message;
    };
    assert.deepEqual(numbers({}, {}, {}), [1, 2, 3]);
    assert.deepEqual(numbers({ Line: 10 }, {}, { Line: 3 }), [10, 2, 3]);
    assert.deepEqual(numbers({ Line: 2 }, {}), [2, 3]);
    assert.deepEqual(numbers({ Line: 1 }, { Line: 7 }, { Line: 3 }, { Line: 4 }), [1, 7, 3, 4]);
    assert.deepEqual(numbers({}, { Line: 1 }), [3, 1]);
  });

  const refused: [string, Parameters<typeof validateRecord>[0], string, Json, string[]][] = [
    [
      'that repeat a key',
      PurchaseOrders,
      'Lines',
      [
        { Line: 4, Quantity: 1 },
        { Line: 4, Quantity: 1 },
      ],
      ['/Lines/1/Line'],
    ],
    ['that repeat a text as key', FormTemplates, 'Fields', [field('a'), field('b'), field('a')], ['/Fields/2/FieldID']],
    ['that are no objects', Routes, 'Stops', [{}, null, 7], ['/Stops/1', '/Stops/2']],
    ['without what they need', PurchaseOrders, 'Lines', [{}], ['/Lines/0/Quantity']],
    ['with fields they do not have', PurchaseOrders, 'Lines', [{ Quantity: 1, Qantity: 2 }], ['/Lines/0/Qantity']],
    ['of nothing', PurchaseOrders, 'Lines', [{ Quantity: 0 }], ['/Lines/0/Quantity']],
    [
      'received less than nothing',
      PurchaseOrders,
      'Lines',
      [{ Quantity: 1, QuantityReceived: -1 }],
      ['/Lines/0/QuantityReceived'],
    ],
    [
      'with a bad value',
      Employees,
      'Certifications',
      [{ Name: 'Gas', ExpiresOn: 'soon' }],
      ['/Certifications/0/ExpiresOn'],
    ],
    [
      'with a choice too long',
      FormTemplates,
      'Fields',
      [{ ...field('a'), Choices: ['x'.repeat(201)] }],
      ['/Fields/0/Choices'],
    ],
    [
      'with choices that are no texts',
      FormTemplates,
      'Fields',
      [{ ...field('a'), Choices: [1] }],
      ['/Fields/0/Choices'],
    ],
  ];
  for (const [name, type, list, value, at] of refused) {
    it(`are refused where there are some ${name}`, () => {
      const result = validateRecord(type, { ...exampleOf(type), [list]: value });
      assert.ok(result instanceof Problem);
      assert.deepEqual(pointers(result), at);
    });
  }
});

describe('a whole record', () => {
  for (const type of recordTypes) {
    it(`${type.name}: has every field, in the catalogue's order`, () => {
      const result = validateRecord(type, exampleOf(type));
      assert.ok(!(result instanceof Problem));
      assert.deepEqual(Object.keys(result), Object.keys(fieldsOf(type)));
    });

    it(`${type.name}: refuses every read-only field in a new record, each by its name`, () => {
      const readOnly = Object.keys(fieldsOf(type)).filter((name) => fieldsOf(type)[name]!.readOnly);
      const result = validateRecord(type, {
        ...exampleOf(type),
        ...Object.fromEntries(readOnly.map((name) => [name, null])),
      });
      assert.ok(result instanceof Problem);
      assert.deepEqual(
        pointers(result),
        readOnly.map((name) => `/${name}`),
      );
    });

    it(`${type.name}: demands what it cannot do without`, () => {
      const required = Object.entries(type.fields).filter(
        ([name, field]) =>
          !field.readOnly && !field.nullable && !('default' in field) && field.kind !== 'list' && name !== 'Number',
      );
      const result = validateRecord(type, {});
      assert.deepEqual(
        result instanceof Problem ? pointers(result) : [],
        required.map(([name]) => `/${name}`),
      );
    });
  }

  it('tells all its faults at once', () => {
    const result = validateRecord(WorkOrders, { Priority: 'Hi', DueOn: 'now', Nmae: 'x', LabourCost: null });
    assert.ok(result instanceof Problem);
    assert.deepEqual(pointers(result), ['/Priority', '/DueOn', '/Nmae', '/LabourCost', '/Name']);
    assert.match(result.detail, /^\/Priority must be one of .* \(1 of 5 faults; see errors\)$/);
    assert.match(result.errors![2]!.message, /is not a field of a work order\. Did you mean Name\?/);
  });

  it('tells a single fault in its detail', () => {
    const result = validateRecord(Tasks, { Name: 'x', Status: 'Complete' });
    assert.ok(result instanceof Problem);
    const said = '/Status must be one of Open, InProgress, Completed, Cancelled. Did you mean Completed?';
    assert.equal(result.detail, said);
  });

  it('tells no more than fifty of them', () => {
    const result = validateRecord(PurchaseOrders, { Lines: Array(1000).fill({}) });
    assert.ok(result instanceof Problem);
    assert.equal(result.errors!.length, 50);
  });

  it('does not send back a name as long as the body', () => {
    const result = validateRecord(Tasks, { Name: 'x', ['y'.repeat(100_000)]: 1 });
    assert.ok(result instanceof Problem);
    assert.ok(JSON.stringify(result).length < 1000);
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'a/b~c']) {
    it(`has no field ${name}`, () => {
      const result = validateRecord(Tasks, JSON.parse(`{"Name":"x","${name}":1}`));
      assert.ok(result instanceof Problem);
      assert.deepEqual(pointers(result), [`/${name.replace('~', '~0').replace('/', '~1')}`]);
    });
  }

  for (const body of [null, [], 'x', 7, true]) {
    it(`is not ${JSON.stringify(body)}`, () => {
      const result = validateRecord(Tasks, body);
      assert.ok(result instanceof Problem);
      assert.equal(result.detail, 'The task must be an object with the fields of a task.');
      assert.deepEqual(pointers(result), ['']);
    });
  }
});

function field(id: string): JsonObject {
  return { FieldID: id, Label: 'x', Type: 'Text' };
}

function pointers(problem: Problem): unknown[] {
  return problem.errors!.map((fault) => 'pointer' in fault && fault.pointer);
}

function shown(value: Json): string {
  const text = Object.is(value, -0) ? '-0' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 20)}... (${text.length})` : text;
}
