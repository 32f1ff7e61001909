import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordType } from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { parsePatch } from '../../lib/json-patch.ts';
import type { Found } from '../store.ts';
import { AccountInMemory, ada } from '../testing/account-in-memory.ts';
import { expectOutcome, scenarios, set } from '../testing/scenarios.ts';
import { patchRecord } from './patch.ts';

const task: JsonObject = { Name: 'Grease the rails', Description: 'Both sides', CustomFields: { a: [1, 2], b: 'x' } };

scenarios('a patch changes what it names and nothing else', [
  {
    name: 'one field',
    type: 'Tasks',
    given: task,
    patch: set({ Description: 'Left side' }),
    expect: {
      fields: {
        Description: 'Left side',
        Name: 'Grease the rails',
        UpdatedOn: '2026-01-31T09:31:00.000Z',
        CreatedOn: '2026-01-31T09:30:00.000Z',
      },
      events: ['Updated'],
    },
  },
  {
    name: 'something deep inside',
    type: 'Tasks',
    given: task,
    patch: [
      { op: 'add', path: '/CustomFields/a/-', value: 3 },
      { op: 'move', from: '/CustomFields/b', path: '/CustomFields/c' },
      { op: 'copy', from: '/Name', path: '/Notes' },
    ],
    expect: { fields: { CustomFields: { a: [1, 2, 3], c: 'x' }, Notes: 'Grease the rails' }, events: ['Updated'] },
  },
  {
    name: 'a field moved to another leaves nothing behind',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'move', from: '/Description', path: '/Notes' }],
    expect: { fields: { Description: null, Notes: 'Both sides' }, events: ['Updated'] },
  },
  {
    name: 'a type without an Updated event makes none',
    type: 'Boards',
    given: { Name: 'Repairs' },
    patch: set({ Name: 'Reactive repairs' }),
    expect: { fields: { Name: 'Reactive repairs' }, events: [] },
  },
]);

scenarios('a patch that changes nothing', [
  { name: 'is empty', type: 'Tasks', given: task, patch: [], expect: 'unchanged' },
  {
    name: 'only tests',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'test', path: '/Name', value: 'Grease the rails' }],
    expect: 'unchanged',
  },
  {
    name: 'writes what is there',
    type: 'Tasks',
    given: task,
    patch: set({ Name: 'Grease the rails', CustomFields: { b: 'x', a: [1, 2] } }),
    expect: 'unchanged',
  },
  {
    name: 'goes there and back',
    type: 'Tasks',
    given: task,
    patch: [...set({ Name: 'x' }), ...set({ Name: 'Grease the rails' })],
    expect: 'unchanged',
  },
  {
    name: 'writes the same moment with another offset',
    type: 'Tasks',
    given: { ...task, DueOn: '2026-01-31T09:30:00Z' },
    patch: set({ DueOn: '2026-01-31T11:30:00+02:00' }),
    expect: 'unchanged',
  },
]);

scenarios('a patch is done whole or not at all', [
  {
    name: 'a test that fails undoes what came before it',
    type: 'Tasks',
    given: task,
    patch: [...set({ Name: 'x' }), { op: 'test', path: '/Name', value: 'y' }],
    expect: { refused: 'patch_test_failed', at: ['/1'] },
  },
  {
    name: 'so does an operation that cannot be done',
    type: 'Tasks',
    given: task,
    patch: [...set({ Name: 'x' }), { op: 'remove', path: '/CustomFields/nothing' }],
    expect: { refused: 'invalid_patch', at: ['/1'] },
  },
  {
    name: 'so does a value that is not allowed',
    type: 'Tasks',
    given: task,
    patch: [...set({ Name: 'x' }), { op: 'add', path: '/Nmae', value: 'y' }],
    expect: { refused: 'invalid_record', at: ['/Nmae'] },
  },
  {
    name: 'a record does not become a list',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'replace', path: '', value: [] }],
    expect: { refused: 'invalid_record', at: [''] },
  },
  {
    name: 'a record replaced by a part of one lacks the rest',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'replace', path: '', value: { Name: 'x' } }],
    expect: { refused: 'invalid_record', at: ['/ID', '/CreatedOn', '/UpdatedOn', '/CreatedBy', '/UpdatedBy'] },
  },
]);

scenarios('a deleted record', [
  {
    name: 'is restored by its flag',
    type: 'Tasks',
    given: { ...task, Deleted: true },
    patch: set({ Deleted: false }),
    expect: { fields: { Deleted: false }, events: ['Updated'] },
  },
  {
    name: 'can be changed',
    type: 'Tasks',
    given: { ...task, Deleted: true },
    patch: set({ Name: 'x' }),
    expect: { fields: { Deleted: true, Name: 'x' }, events: ['Updated'] },
  },
  {
    name: 'can be made by a patch',
    type: 'Tasks',
    given: task,
    patch: set({ Deleted: true }),
    expect: { fields: { Deleted: true }, events: ['Updated'] },
  },
]);

describe('a patch', () => {
  it('of a record that is not there is a 404', () => {
    const outcome = new AccountInMemory().patch('Tasks', 4, set({ Name: 'x' }));
    expectOutcome(outcome, { refused: 'not_found' });
  });

  it('under If-Match is done at that version only', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', task);
    const tags = ['"1"'];
    expectOutcome(account.patch('Tasks', id, set({ Name: 'x' }), tags), { fields: { Name: 'x' }, events: ['Updated'] });
    expectOutcome(account.patch('Tasks', id, set({ Name: 'y' }), tags), { refused: 'precondition_failed' });
    expectOutcome(account.patch('Tasks', id, set({ Name: 'x' }), tags), { refused: 'precondition_failed' });
    expectOutcome(account.patch('Tasks', id, set({ Name: 'y' }), '*'), { fields: { Name: 'y' }, events: ['Updated'] });
    expectOutcome(account.patch('Tasks', 9, [], '*'), { refused: 'not_found' });
  });

  it('never sets UpdatedOn back, not even when the clock steps back', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', task);
    account.now -= 3_600_000;
    account.author = { ...ada, email: 'ben@example.com' };
    const fields = {
      UpdatedOn: '2026-01-31T09:30:00.000Z',
      UpdatedBy: 'ben@example.com',
      CreatedBy: 'ada@example.com',
    };
    expectOutcome(account.patch('Tasks', id, set({ Name: 'x' })), { fields, events: ['Updated'] });
  });

  it('is judged anew against each record it is shown, and once for the same', () => {
    const parsed = parsePatch(
      [
        { op: 'test', path: '/Name', value: 'a' },
        { op: 'replace', path: '/Name', value: 'b' },
      ],
      { operations: 9, depth: 9 },
    );
    assert.ok(parsed.ok);
    const change = patchRecord(recordType('Tasks'), 1, parsed.patch, ada);
    const account = new AccountInMemory();
    account.given('Tasks', { Name: 'a' });
    const first = { id: 1, version: 1, text: JSON.stringify(account.record('Tasks', 1)) };
    const second = { ...first, version: 2, text: first.text.replace('"Name":"a"', '"Name":"c"') };
    const found = {} as Found;
    const moment = { now: account.now, id: 1 };
    assert.equal(change.decide(first, found, moment).decision, 'write');
    assert.equal(change.decide(second, found, moment).decision, 'refused');
    assert.equal(change.decide(first, found, moment).decision, 'write');
    assert.equal(change.decide(undefined, found, moment).decision, 'refused');
  });

  it('can change a record that was kept under older rules, as long as it leaves the old value alone', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', task);
    account.put('Tasks', { ...account.record('Tasks', id), Name: '' });
    expectOutcome(account.patch('Tasks', id, set({ Notes: 'x' })), {
      fields: { Name: '', Notes: 'x' },
      events: ['Updated'],
    });
    expectOutcome(account.patch('Tasks', id, set({ Name: 'x' })), { fields: { Name: 'x' }, events: ['Updated'] });
    expectOutcome(account.patch('Tasks', id, set({ Name: '' })), { refused: 'invalid_record', at: ['/Name'] });
  });

  it('can change one line beside another that was kept under older rules', () => {
    const account = new AccountInMemory();
    const id = account.given('PurchaseOrders', { Lines: [{ Quantity: 1 }, { Quantity: 1 }] });
    const { Lines, ...order } = account.record('PurchaseOrders', id);
    const [first, second] = Lines as [JsonObject, JsonObject];
    account.put('PurchaseOrders', { ...order, Lines: [{ ...first, Unit: '' }, second] });
    const write = (line: number) => account.patch('PurchaseOrders', id, set({ [`Lines/${line}/Quantity`]: 2 }));
    assert.equal(write(1).outcome, 'written');
    expectOutcome(write(0), { refused: 'invalid_record', at: ['/Lines/0/Unit'] });
  });

  it('does not empty a read-only field that may be null', () => {
    const account = new AccountInMemory();
    const id = account.given('Users', { Email: 'ada@example.com' });
    account.put('Users', { ...account.record('Users', id), LastLoginOn: '2026-01-30T08:00:00.000Z' });
    const outcome = account.patch('Users', id, [{ op: 'remove', path: '/LastLoginOn' }]);
    expectOutcome(outcome, { refused: 'invalid_record', at: ['/LastLoginOn'] });
  });

  it('keeps every field in its order, also where it was removed and added again', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', task);
    const order = Object.keys(account.record('Tasks', id));
    account.patch('Tasks', id, [
      { op: 'remove', path: '/Name' },
      { op: 'add', path: '/Name', value: 'x' },
    ]);
    assert.deepEqual(Object.keys(account.record('Tasks', id)), order);
  });
});
