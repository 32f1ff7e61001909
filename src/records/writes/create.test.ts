import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idempotencyKey } from '../../accounts/idempotency.ts';
import { fieldsOf, recordType, recordTypes } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import { exampleOf } from '../examples.ts';
import { AccountInMemory, ada } from '../testing/account-in-memory.ts';
import { scenarios } from '../testing/scenarios.ts';
import { createRecord } from './create.ts';

describe('the example of every type', () => {
  for (const type of recordTypes) {
    it(`${type.name}: makes a record that shows every field in its order`, () => {
      const account = new AccountInMemory();
      account.given('FormTemplates', exampleOf(recordType('FormTemplates')));
      const outcome = account.create(type.name, exampleOf(type));
      assert.ok(outcome.outcome === 'written', JSON.stringify(outcome));
      assert.deepEqual(Object.keys(outcome.record), Object.keys(fieldsOf(type)));
      assert.deepEqual(
        outcome.events,
        type.events.filter((action) => action === 'Created'),
      );
      assert.ok(
        Object.entries(fieldsOf(type)).every(([name, field]) => field.nullable || outcome.record[name] !== null),
      );
    });
  }
});

scenarios('a new record', [
  {
    name: 'is stamped with who made it and when',
    type: 'Tasks',
    body: { Name: 'x' },
    expect: {
      fields: {
        ID: 1,
        CreatedOn: '2026-01-31T09:30:00.000Z',
        UpdatedOn: '2026-01-31T09:30:00.000Z',
        CreatedBy: 'ada@example.com',
        UpdatedBy: 'ada@example.com',
        Deleted: false,
        CustomFields: {},
        ExternalID: null,
      },
      events: ['Created'],
    },
  },
  {
    name: 'may be deleted from the start',
    type: 'Tasks',
    body: { Name: 'x', Deleted: true },
    expect: { fields: { Deleted: true }, events: ['Created'] },
  },
  {
    name: 'has an Updated event only where the type has one',
    type: 'Assets',
    body: { Name: 'x' },
    expect: { fields: {}, events: [] },
  },
  {
    name: 'does not bring its ID',
    type: 'Tasks',
    body: { Name: 'x', ID: 5 },
    expect: { refused: 'invalid_record', at: ['/ID'] },
  },
]);

describe('a POST', () => {
  it('that is refused for what it says itself asks no database', () => {
    assert.ok(createRecord(recordType('Tasks'), {}, ada) instanceof Problem);
  });

  it('carries its idempotency key along', () => {
    const idempotency = idempotencyKey('in_1', 'abc', 'Tasks', { Name: 'x' });
    assert.ok(!(idempotency instanceof Problem));
    const change = createRecord(recordType('Tasks'), { Name: 'x' }, ada, { idempotency });
    assert.ok(!(change instanceof Problem));
    assert.deepEqual(change.idempotency, idempotency);
  });
});
