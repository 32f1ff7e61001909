import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, recordTypes } from '../../catalogue/index.ts';
import { namedReferences } from './columns.ts';
import { linesOf, nameHeading } from './lines.ts';

function csvOf(record: object, fields = Object.keys(record)): string {
  return linesOf({ format: 'csv', fields, whole: false }).of(JSON.stringify(record));
}

test('CSV has a header, nested values as JSON, nothing for null, and quotes around the empty text', () => {
  assert.equal(linesOf({ format: 'csv', fields: ['ID', 'Name'], whole: false }).head, 'ID,Name\r\n');
  const record = { ID: -7, Name: '', Notes: null, Cost: 1e-7, Deleted: false, Custom: { a: [1, '"'] }, Lines: [] };
  assert.equal(csvOf(record), '-7,"",,1e-7,false,"{""a"":[1,""\\""""]}",[]\r\n');
  assert.equal(csvOf(record, ['Name', 'ID', 'Gone']), '"",-7,\r\n', 'in the columns of the header');
});

test('CSV quotes what would break a line or a cell, and leaves the rest as it is', () => {
  assert.equal(
    csvOf({ a: 'x,y', b: 'say "hi"', c: 'two\r\nlines', d: ' é漢\u{1f600} ' }),
    '"x,y","say ""hi""","two\r\nlines", é漢\u{1f600} \r\n',
  );
});

test('a text that a spreadsheet would run gets an apostrophe, a number does not', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)']) {
    const cell = csvOf({ a: text }).slice(0, -2);
    assert.ok(cell === `'${text}` || cell === `"'${text}"`, JSON.stringify(cell));
  }
  assert.equal(csvOf({ a: '=HYPERLINK("x","y")' }), `"'=HYPERLINK(""x"",""y"")"\r\n`);
  assert.equal(csvOf({ a: -1, b: 'a=1', c: "'", d: 'a＝1' }), `-1,a=1,',a＝1\r\n`);
});

test('a text with what other spreadsheets part cells at is one cell, and what stands behind it no formula', () => {
  assert.equal(csvOf({ a: 'x;=1+1', b: 'x\t=1+1', c: 'x' }), '"x;=1+1","x\t=1+1",x\r\n');
});

test('NDJSON is the text of the record, or its fields, a line each', () => {
  const text = '{"ID":1,"Name":"a\\nb","Cost":1e-7}';
  assert.equal(linesOf({ format: 'ndjson', fields: ['ID', 'Name', 'Cost'], whole: true }).of(text), `${text}\n`);
  assert.equal(linesOf({ format: 'ndjson', fields: ['ID', 'Cost'], whole: false }).of(text), '{"ID":1,"Cost":1e-7}\n');
});

test('behind a reference stands what it leads to is called, under a heading that is no field of any type', () => {
  const named = [{ field: 'AssetID', to: 'Assets', singular: 'asset' }] as const;
  const form = { format: 'csv', fields: ['AssetID', 'ID'], whole: false, named } as const;
  const lines = linesOf(form, (to, id) => (id === 4 ? `=${to} ${id}` : ''));
  assert.equal(lines.head, 'AssetID,Asset,ID\r\n');
  assert.equal(lines.of('{"ID":1,"AssetID":4}'), "4,'=Assets 4,1\r\n");
  assert.equal(lines.of('{"ID":2,"AssetID":5}'), '5,,2\r\n');
  assert.equal(lines.of('{"ID":3,"AssetID":null}'), ',,3\r\n');
  for (const type of recordTypes) {
    const fields = Object.keys(fieldsOf(type));
    for (const { field } of namedReferences(type, fields)) assert.ok(!fields.includes(nameHeading(field)), field);
  }
});
