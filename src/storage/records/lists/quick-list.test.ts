// Which lists are quick.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, ListPlan, OrderKey } from '../../../records/lists/plan.ts';
import { isCheapToFilter, isQuickList } from './quick-list.ts';

const up = (field: string): OrderKey => ({ field, descending: false });
const down = (field: string): OrderKey => ({ field, descending: true });
const is = (field: string, value: string | number | boolean | null): Condition => ({
  field,
  anyOf: [{ op: 'eq', value }],
});
const kept = is('Deleted', false);

function isQuick(parts: Partial<ListPlan>): boolean {
  return isQuickList({ type: 'Tasks', where: [kept], order: [up('ID')], skip: 0, take: 25, count: false, ...parts });
}

test('a list that one index answers from its beginning runs here', () => {
  assert.ok(isQuick({}));
  assert.ok(isQuick({ where: [] }));
  assert.ok(isQuick({ order: [down('ID')] }));
  assert.ok(isQuick({ order: [up('Name'), up('ID')] }));
  assert.ok(isQuick({ order: [down('CreatedOn'), down('ID')] }));
  assert.ok(isQuick({ where: [kept, is('Status', 'Open')] }));
  assert.ok(isQuick({ where: [kept, is('AssetID', null)], order: [down('ID')] }));
  assert.ok(isQuick({ where: [kept, is('AssetID', 5)], order: [up('AssetID'), up('ID')] }));
  assert.ok(isQuick({ where: [is('ID', 5)], order: [up('Name'), up('ID')] }));
  assert.ok(isQuick({ where: [kept, is('ExternalID', 'X')] }));
  assert.ok(isQuick({ skip: 1000, take: 1000 }));
  const since: Condition = { field: 'UpdatedOn', anyOf: [{ op: 'ge', value: 5 }] };
  const before: Condition = { field: 'UpdatedOn', anyOf: [{ op: 'lt', value: 9 }] };
  assert.ok(isQuick({ where: [kept, since, before], order: [up('UpdatedOn'), up('ID')] }), 'a stretch of the order');
  assert.ok(!isQuick({ where: [kept, since] }), 'in another order');
});

test('a list that must search, sort, count or pass over many goes to a thread', () => {
  assert.ok(!isQuick({ count: true }));
  assert.ok(!isQuick({ skip: 1001, take: 1000 }));
  assert.ok(!isQuick({ order: [up('Position'), up('ID')] }), 'no index');
  assert.ok(!isQuick({ order: [up('Name'), down('ID')] }), 'two directions');
  assert.ok(!isQuick({ order: [up('Name'), up('CreatedOn'), up('ID')] }));
  assert.ok(!isQuick({ where: [kept, is('Status', 'Open')], order: [up('Name'), up('ID')] }), 'another order');
  assert.ok(!isQuick({ where: [kept, is('Status', 'Open'), is('AssetID', 5)] }), 'two filters');
  assert.ok(!isQuick({ where: [kept, is('Position', 5)] }), 'no index');
  assert.ok(!isQuick({ where: [kept, is('Name', 'x')] }), 'the document decides');
  assert.ok(!isQuick({ where: [is('ExternalID', 'X')] }), 'deleted ones are not unique');
  assert.ok(!isQuick({ where: [is('Deleted', true)] }), 'few among many');
  assert.ok(!isQuick({ where: [kept, { field: 'Status', anyOf: [{ op: 'ne', value: 'Open' }] }] }));
  assert.ok(
    !isQuick({
      where: [
        kept,
        {
          field: 'AssetID',
          anyOf: [
            { op: 'eq', value: 1 },
            { op: 'eq', value: 2 },
          ],
        },
      ],
    }),
  );
  assert.ok(!isQuick({ where: [kept, { field: 'Name', anyOf: [{ op: 'contains', text: 'x' }] }] }));
});

test('rows are judged here only by columns, and by few short texts', () => {
  const isLightList = (where: Condition[], search?: ListPlan['search']) =>
    isCheapToFilter({ type: 'Tasks', where: [kept, ...where], ...(search && { search }) });
  const has = (field: string, text: string): Condition => ({ field, anyOf: [{ op: 'contains', text }] });
  assert.ok(isLightList([is('Status', 'Open'), is('AssetID', 5)]));
  assert.ok(isLightList([has('Name', 'pump')]));
  assert.ok(isLightList([], { fields: ['Name'], text: 'pump' }));
  assert.ok(!isLightList([has('Notes', 'pump')]), 'long texts');
  assert.ok(!isLightList([], { fields: ['Name', 'Notes'], text: 'pump' }), 'long texts in a search');
  assert.ok(!isLightList([has('Name', 'a'.repeat(100))]), 'a long needle');
  assert.ok(!isLightList([has('Name', 'a'), has('ExternalID', 'b'), has('CreatedBy', 'c')]), 'many');
  assert.ok(!isLightList([is('Name', 'Pump')]), 'the document decides');
});
