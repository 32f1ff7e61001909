// What is marked as risky, how plans stand together, and what a person's own version of a proposal becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByPlan, risksOf } from '../../console/src/approvals/describe.ts';
import { createReplacement, editableFields, proposedValues } from '../../console/src/approvals/own-version.ts';
import type { Proposal } from '../../console/src/approvals/queries.ts';
import { proposedChanges, proposedChangeTitle } from '../../console/src/approvals/wishes.ts';
import type { TypeDescription } from '../../console/src/records/description.ts';

const proposal = (more: Partial<Proposal>): Proposal =>
  ({
    id: 1,
    plan: null,
    planTitle: null,
    planSize: null,
    operation: 'patch',
    patch: [],
    body: null,
    changed: [],
    ...more,
  }) as Proposal;

test('deletions, states, money and large plans are marked; what a new record has by itself is not', () => {
  const change = (field: string, to: number | string, from?: number | string) => ({
    field,
    to,
    ...(from !== undefined && { from }),
  });
  assert.deepEqual(risksOf(proposal({ operation: 'delete' })), ['deletes']);
  assert.deepEqual(risksOf(proposal({ changed: [change('Status', 'Completed', 'Open')] })), ['state']);
  assert.deepEqual(risksOf(proposal({ changed: [change('AssetStatusID', 3, 1)] })), ['state']);
  assert.deepEqual(risksOf(proposal({ changed: [change('LabourCost', 0, 5)] })), ['cost']);
  assert.deepEqual(
    risksOf(proposal({ operation: 'create', changed: [change('LabourCost', 0), change('Status', 'Open')] })),
    [],
  );
  assert.deepEqual(risksOf(proposal({ operation: 'create', changed: [change('PartsCost', 7)] })), ['cost']);
  assert.deepEqual(risksOf(proposal({ planSize: 20 })), []);
  assert.deepEqual(risksOf(proposal({ planSize: 21 })), ['over 20']);
});

test('the steps of a plan stand together, those by themselves between them', () => {
  const step = (id: number, plan: number | null) =>
    proposal({ id, plan, planTitle: plan === null ? null : `Plan ${plan}`, planSize: 3 });
  const groups = groupByPlan([step(1, null), step(2, null), step(3, 3), step(4, 3), step(6, 6), step(7, null)]);
  assert.deepEqual(
    groups.map(({ title, rows }) => [title, rows.map(({ id }) => id)]),
    [
      [null, [1, 2]],
      ['Plan 3', [3, 4]],
      ['Plan 6', [6]],
      [null, [7]],
    ],
  );
});

const field = (name: string, more = {}) => ({ name, kind: 'text', readOnly: false, ...more });
const type = {
  fields: [
    field('Name'),
    field('Notes'),
    field('Number', { readOnly: true }),
    field('WorkOrderID', { kind: 'reference' }),
  ],
} as unknown as TypeDescription;

test('what is proposed to be emptied is empty in the form, also of a conflict', () => {
  const record = { Name: 'a', Notes: 'b', WorkOrderID: 3 };
  const patch = [
    { op: 'replace', path: '/Name', value: null },
    { op: 'remove', path: '/Notes' },
    { op: 'replace', path: '/WorkOrderID', value: null },
    { op: 'test', path: '/WorkOrderID', value: 3 },
  ];
  const emptied = { Name: null, Notes: null, WorkOrderID: null };
  const wished = proposal({ patch, record: { ...emptied, Number: '1' } });
  assert.deepEqual(proposedValues(wished, type, record), emptied);
  assert.deepEqual(proposedValues({ ...wished, record: null }, type, record), emptied);
  assert.deepEqual(createReplacement(wished, emptied, record), {
    patch: Object.keys(emptied).map((name) => ({ op: 'replace', path: `/${name}`, value: null })),
  });
  const within = [{ op: 'remove', path: '/Notes/0' }];
  assert.deepEqual(proposedValues(proposal({ patch: within, record: null }), type, record), { Notes: 'b' });
});

test('a form begins with what is proposed, and sends what differs from the record as it is', () => {
  const patch = [
    { op: 'replace', path: '/Name', value: 'b' },
    { op: 'replace', path: '/Number', value: '7' },
  ];
  const record = { Name: 'c', Notes: null, Number: '1' };
  const clashing = proposal({ patch, record: null });
  assert.deepEqual(proposedValues(clashing, type, record), { Name: 'b' }, 'of a conflict, what the patch says');
  assert.deepEqual(proposedValues({ ...clashing, record: { Name: 'B' } }, type, record), { Name: 'B' });
  assert.deepEqual(createReplacement(clashing, { Name: 'd' }, record), {
    patch: [{ op: 'replace', path: '/Name', value: 'd' }],
  });
  assert.equal(createReplacement(clashing, { Name: 'c' }, record), undefined, 'as it is');
  const body = { Name: 'n', WorkOrderID: { step: 1 } };
  const making = proposal({ operation: 'create', patch: null, body });
  assert.deepEqual(
    editableFields(type, proposedValues(making, type, undefined)).map(({ name }) => name),
    ['Name'],
    'a record that is yet to be made cannot be chosen',
  );
  assert.deepEqual(
    createReplacement(making, { ...body, Name: 'm' }, undefined),
    { create: { ...body, Name: 'm' } },
    'and stays as it is',
  );
});

test('what a patch wants is told at its place: a cell is no list, and a test is no wish', () => {
  const lists = { fields: [field('Name'), field('Lines', { kind: 'list', items: [field('Quantity')] })] };
  const patch = [
    { op: 'test', path: '/Lines/0/Line', value: 1 },
    { op: 'replace', path: '/Lines/0/Quantity', value: 900 },
    { op: 'add', path: '/Lines/-', value: { Quantity: 9 } },
    { op: 'remove', path: '/Lines/1' },
    { op: 'move', path: '/Lines/0', from: '/Lines/2' },
    { op: 'remove', path: '/Name' },
    { op: 'replace', path: '', value: { Name: 'b' } },
  ];
  const told = proposedChanges(lists as unknown as TypeDescription, { patch, body: null });
  assert.deepEqual(
    told.map((line) => [proposedChangeTitle(lists as unknown as TypeDescription, line), line.says ?? line.to]),
    [
      ['Lines, row 1, Quantity', 900],
      ['Lines, new row', { Quantity: 9 }],
      ['Lines, row 2', 'Removed'],
      ['Lines, row 1', 'Moved here from Lines, row 3'],
      ['Name', null],
      ['Name', 'b'],
    ],
  );
});
