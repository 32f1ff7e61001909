import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../../../tests/conformance/listing.ts';
import type { Condition, ListPlan } from '../../../records/lists/plan.ts';
import { rowsBetweenChecks } from './cancellation-checks.ts';

const kept: Condition = { field: 'Deleted', anyOf: [{ op: 'eq', value: false }] };
const has = (field: string, ...texts: string[]): Condition => ({
  field,
  anyOf: texts.map((text) => ({ op: 'contains', text })),
});
const byNotes = { order: [{ field: 'Notes', descending: false }] };

const lists: [what: string, asked: Partial<ListPlan>, rows: number | undefined][] = [
  ['a search through one index', { where: [kept, has('Name', 'a')] }, undefined],
  ['the same, in an order that reads whole rows', { where: [kept, has('Name', 'a')], ...byNotes }, 256],
  ['a search for many texts', { where: [has('Name', 'a', 'b', 'c')] }, 256],
  ['a search through two fields', { where: [has('Name', 'a'), has('ExternalID', 'a')] }, 256],
  ['a deep skip', { skip: 1_000_000 }, 256],
  ['a search through long texts', { where: [kept, has('Notes', 'a')] }, 16],
];

for (const [what, asked, rows] of lists) {
  test(`${what} is looked after every ${rows ?? 'no'} rows`, () => {
    assert.equal(rowsBetweenChecks(plan('Tasks', asked)), rows);
  });
}

test('a search through decimals, which stand in the documents, is watched closely', () => {
  assert.equal(rowsBetweenChecks(plan('Assets', { where: [has('PurchaseCost', '1')] })), 16);
});
