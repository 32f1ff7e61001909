import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccountInMemory } from '../testing/account-in-memory.ts';
import { expectOutcome, set } from '../testing/scenarios.ts';

describe('deleting', () => {
  it('marks the record and is told as Updated; a second time nothing happens', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', { Name: 'x', Status: 'Completed' });
    account.now += 1000;
    const fields = { Deleted: true, Status: 'Completed', UpdatedOn: '2026-01-31T09:30:01.000Z' };
    expectOutcome(account.remove('Tasks', id), { fields, events: ['Updated'] });
    expectOutcome(account.remove('Tasks', id), 'unchanged');
    expectOutcome(account.patch('Tasks', id, set({ Deleted: false })), {
      fields: { Deleted: false },
      events: ['Updated'],
    });
  });

  it('is told to nobody where the type has no Updated', () => {
    const account = new AccountInMemory();
    const id = account.given('Jobs', { Name: 'x' });
    expectOutcome(account.remove('Jobs', id), { fields: { Deleted: true }, events: [] });
  });

  it('works in final states and on records others point at', () => {
    const account = new AccountInMemory();
    const template = account.given('FormTemplates', { Name: 'x' });
    const form = account.given('Forms', { Name: 'x', FormTemplateID: template, Status: 'Submitted' });
    assert.equal(account.remove('FormTemplates', template).outcome, 'written');
    assert.equal(account.remove('Forms', form).outcome, 'written');
  });

  it('holds to If-Match, and what is not there is a 404', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', { Name: 'x' });
    expectOutcome(account.remove('Tasks', id, ['"2"']), { refused: 'precondition_failed' });
    expectOutcome(account.remove('Tasks', id, ['"1"']), {
      fields: { Deleted: true },
      events: ['Updated'],
    });
    expectOutcome(account.remove('Tasks', 9, '*'), { refused: 'not_found' });
  });
});
