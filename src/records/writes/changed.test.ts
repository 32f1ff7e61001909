import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordType } from '../../catalogue/index.ts';
import { changedFields, differingFields } from './changed.ts';

const tasks = recordType('Tasks');
const orders = recordType('PurchaseOrders');

test('a change is told field by field, in the order of the record, with what was and what is', () => {
  const before = {
    ID: 1,
    Name: 'One',
    Description: null,
    Status: 'Open',
    Deleted: false,
    UpdatedOn: 'a',
    UpdatedBy: 'x',
  };
  const after = { ...before, Status: 'Completed', Description: 'Done', UpdatedOn: 'b', UpdatedBy: 'y' };
  assert.deepEqual(changedFields(tasks, before, after), [
    { field: 'Description', from: null, to: 'Done' },
    { field: 'Status', from: 'Open', to: 'Completed' },
  ]);
  assert.deepEqual(changedFields(tasks, before, before), []);
});

test('fields differ by their values alone, and those that were not there at all differ, too', () => {
  const before = { ID: 1, Name: 'One', CustomFields: { a: 1, b: [2] }, UpdatedOn: 'a' };
  const after = { ...before, CustomFields: { b: [2], a: 1 }, UpdatedOn: 'b', Notes: null };
  assert.deepEqual(differingFields(before, after), ['UpdatedOn', 'Notes']);
});

test('a new record has no values before, and its empty fields are not told', () => {
  const record = { ID: 1, Name: 'One', Description: null, Position: 0, CreatedOn: 'a', CreatedBy: 'x', Deleted: false };
  assert.deepEqual(changedFields(tasks, undefined, record), [
    { field: 'Name', to: 'One' },
    { field: 'Position', to: 0 },
    { field: 'Deleted', to: false },
  ]);
});

test('nested values are told whole, and only where they differ', () => {
  const line = { Line: 1, Quantity: 2, ShortClosed: false };
  const before = { Lines: [line], CustomFields: { a: { b: 1, c: 2 } } };
  const same = { Lines: [{ ...line }], CustomFields: { a: { c: 2, b: 1 } } };
  assert.deepEqual(changedFields(orders, before, same), [], 'the order of keys says nothing');
  const after = { ...same, Lines: [line, { ...line, Line: 2 }] };
  assert.deepEqual(changedFields(orders, before, after), [{ field: 'Lines', from: before.Lines, to: after.Lines }]);
});

test('a field that an older record lacks was null', () => {
  assert.deepEqual(changedFields(tasks, { Name: 'One' }, { Name: 'One', Result: null, Notes: 'x' }), [
    { field: 'Notes', from: null, to: 'x' },
  ]);
});
