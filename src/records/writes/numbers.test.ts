import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccountInMemory } from '../testing/account-in-memory.ts';

function newNumber(account: AccountInMemory): unknown {
  return account.record('PurchaseOrders', account.given('PurchaseOrders', {})).Number;
}

describe('the number of a purchase order', () => {
  it('follows its ID unless it is given', () => {
    const account = new AccountInMemory();
    assert.equal(newNumber(account), 'PO-000001');
    assert.equal(account.record('PurchaseOrders', account.given('PurchaseOrders', { Number: 'B/77' })).Number, 'B/77');
    assert.equal(newNumber(account), 'PO-000003');
  });

  it('is asked about once where it is free', () => {
    const made = new AccountInMemory().create('PurchaseOrders', {});
    assert.equal(made.outcome === 'written' && made.needs.filter(({ need }) => need !== 'account').length, 1);
  });

  it('skips those that are taken, and those that come to be taken by that', () => {
    const account = new AccountInMemory();
    account.given('PurchaseOrders', { Number: 'PO-000002' });
    assert.equal(newNumber(account), 'PO-000003');
    assert.equal(newNumber(account), 'PO-000004');
  });

  it('does not skip the number of a deleted order', () => {
    const account = new AccountInMemory();
    account.given('PurchaseOrders', { Number: 'PO-000002', Deleted: true });
    assert.equal(newNumber(account), 'PO-000002');
  });

  for (const row of [3, 16, 17, 400]) {
    it(`finds a free one behind ${row} taken ones, without asking about each of many`, () => {
      const account = new AccountInMemory();
      const first = row + 1;
      for (let taken = 0; taken < row; taken++) {
        account.given('PurchaseOrders', { Number: `PO-${String(first + taken).padStart(6, '0')}` });
      }
      const made = account.create('PurchaseOrders', {});
      assert.ok(made.outcome === 'written');
      const count = Number(String(made.record.Number).slice(3));
      assert.ok(count >= first + row, `${made.record.Number}`);
      if (row <= 16) assert.equal(count, first + row);
      assert.ok(made.needs.filter(({ need }) => need !== 'account').length <= 41);
    });
  }

  it('is demanded where none is free', () => {
    const account = new AccountInMemory();
    for (let offset = 0; offset <= 16; offset++)
      account.given('PurchaseOrders', { Number: `PO-${String(46 + offset).padStart(6, '0')}` });
    for (let step = 0; step < 24; step++)
      account.given('PurchaseOrders', { Number: `PO-${String(46 + 32 * 2 ** step).padStart(6, '0')}` });
    for (let more = 0; more < 4; more++) account.given('PurchaseOrders', { Number: `x${more}` });
    const made = account.create('PurchaseOrders', {});
    assert.ok(made.outcome === 'refused' && made.problem.status === 409, JSON.stringify(made));
  });
});
