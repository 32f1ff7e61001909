import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listableProposals } from '../../approvals/proposal.ts';
import { listableAudit } from '../../people/audit.ts';
import { Problem } from '../../problems.ts';
import { listableHistory } from '../log/history.ts';
import type { Listing } from './plan.ts';
import { planList, planRecordList } from './planning.ts';

const orderOf = (orderby: string) => {
  const plan = planRecordList('Tasks', `orderby=${orderby}`);
  assert.ok(!(plan instanceof Problem), `${orderby}: ${(plan as Problem).detail}`);
  return plan.order.map(({ field, descending }) => (descending ? `${field} desc` : field)).join(', ');
};

const rows: [orderby: string, expected: string][] = [
  ['Name', 'Name, ID'],
  ['Name Asc', 'Name, ID'],
  ['Name Desc', 'Name desc, ID desc'],
  ['name DESC', 'Name desc, ID desc'],
  ['NAME+dEsC,createdon', 'Name desc, CreatedOn, ID'],
  ['Name,CreatedOn desc', 'Name, CreatedOn desc, ID desc'],
  ['Name Desc, CreatedOn', 'Name desc, CreatedOn, ID'],
  ['+Name++Desc+', 'Name desc, ID desc'],
  ['Name%2CStatus', 'Name, Status, ID'],
  ['ID', 'ID'],
  ['id Desc', 'ID desc'],
  ['Name Desc,ID', 'Name desc, ID'],
  ['Name,ID Desc', 'Name, ID desc'],
  // Nothing behind the own key can matter.
  ['ID Desc,Name', 'ID desc'],
  ['Deleted,Required desc', 'Deleted, Required desc, ID desc'],
];

test('orderby names properties and directions in any case, and the own key makes the order total', () => {
  for (const [orderby, expected] of rows) assert.equal(orderOf(orderby), expected, orderby);
});

test('what is kept as it comes is listed with the newest first, unless another order is asked for', () => {
  for (const [listable, key] of [
    [listableAudit, 'id'],
    [listableProposals, 'id'],
    [listableHistory, 'version'],
  ] as const) {
    const orderOf = (query: string) => (planList(listable, query) as Listing).order;
    assert.deepEqual(orderOf('take=1'), [{ field: key, descending: true }]);
    assert.deepEqual(orderOf(`order%62y=${key}`), [{ field: key, descending: false }]);
  }
});

const wrong: [orderby: string, message: RegExp][] = [
  ['', /A property name is missing/],
  ['+', /A property name is missing/],
  ['Name,', /A property name is missing/],
  [',Name', /A property name is missing/],
  ['Name,,ID', /A property name is missing/],
  ['Nmae', /no property "Nmae" to order by. Did you mean "Name"/],
  ['take', /no property "take"/],
  ['Name; DROP TABLE tasks', /no property "Name;"/],
  ['-Name', /no property "-Name".*Did you mean "Name"/],
  ['Name Down', /"Down" behind Name is not a direction. Write Asc or Desc/],
  ['Name Descending', /not a direction/],
  ['Name Desc CreatedOn', /"Desc CreatedOn" behind Name is not a direction.*a comma between/],
  ['Name CreatedOn', /not a direction.*a comma between/],
  ['Name,name Desc', /Name is named more than once/],
  ['ID,Name,ID', /ID is named more than once/],
  ['CustomFields', /CustomFields holds an object and is not sortable/],
];

test('an order that cannot be meant is refused with what to write', () => {
  for (const [orderby, message] of wrong) {
    const problem = planRecordList('Tasks', `orderby=${orderby}`);
    assert.ok(problem instanceof Problem, orderby);
    assert.equal(problem.errors?.length, 1, orderby);
    assert.deepEqual(problem.errors[0], { parameter: 'orderby', message: problem.errors[0]!.message });
    assert.match(problem.errors[0]!.message, message, orderby);
  }
});

test('lists of objects are not sortable either', () => {
  const problem = planRecordList('PurchaseOrders', 'orderby=Lines desc');
  assert.match((problem as Problem).detail, /Lines holds a list and is not sortable/);
});
