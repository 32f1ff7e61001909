import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccountInMemory } from '../testing/account-in-memory.ts';
import { type Scenario, scenarios, set } from '../testing/scenarios.ts';

const others = (account: AccountInMemory) => {
  account.given('Products', { SKU: 'A-1', Name: 'Taken', ExternalID: 'x-1' });
};

type Row = Omit<Scenario, 'type'>;
const products = (title: string, rows: readonly Row[]) =>
  scenarios(
    title,
    rows.map((row) => ({ type: 'Products', ...row })),
    others,
  );

products('a unique value that is taken is refused before anything is written', [
  {
    name: 'in a new record',
    body: { SKU: 'A-1', Name: 'New' },
    expect: { refused: 'value_taken', at: ['/SKU'] },
  },
  {
    name: 'in a change',
    given: { SKU: 'B-1', Name: 'Own' },
    patch: set({ ExternalID: 'x-1' }),
    expect: { refused: 'value_taken', at: ['/ExternalID'] },
  },
  {
    name: 'a record that is deleted claims nothing',
    given: { SKU: 'B-1', Name: 'Own', Deleted: true },
    patch: set({ SKU: 'A-1' }),
    expect: { fields: { SKU: 'A-1' }, events: ['Updated'] },
  },
  {
    name: 'until it comes back',
    given: { SKU: 'B-1', Name: 'Own', Deleted: true },
    after: [set({ SKU: 'A-1' })],
    patch: set({ Deleted: false }),
    expect: { refused: 'value_taken', at: ['/SKU'] },
  },
]);

describe('what is asked about unique values', () => {
  it('is only what the write sets or changes', () => {
    const account = new AccountInMemory();
    const id = account.given('Products', { SKU: 'A-1', Name: 'One', ExternalID: 'x' });
    const renamed = account.patch('Products', id, set({ Name: 'Two', SKU: 'A-1' }));
    assert.ok(renamed.outcome === 'written');
    assert.deepEqual(renamed.needs, []);
    const changed = account.patch('Products', id, set({ ExternalID: 'y' }));
    assert.ok(changed.outcome === 'written');
    assert.deepEqual(changed.needs, [{ need: 'taken', type: 'Products', field: 'ExternalID', value: 'y' }]);
  });
});
