import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { MAX_ANCESTORS } from '../store.ts';
import { AccountInMemory } from '../testing/account-in-memory.ts';
import { expectOutcome, set } from '../testing/scenarios.ts';

const invalid = (...at: string[]) => ({ refused: 'invalid_record', at }) as const;

describe('a reference', () => {
  it('must name a record that is there, not deleted, and of the right type', () => {
    const account = new AccountInMemory();
    const asset = account.given('Assets', { Name: 'Boiler' });
    const deleted = account.given('Assets', { Name: 'Scrapped', Deleted: true });
    account.given('WorkOrders', { Name: 'one' });
    account.given('WorkOrders', { Name: 'two' });
    account.given('WorkOrders', { Name: 'three' });

    expectOutcome(account.create('Tasks', { Name: 'x', AssetID: asset }), {
      fields: { AssetID: asset },
      events: ['Created'],
    });
    expectOutcome(account.create('Tasks', { Name: 'x', AssetID: deleted }), invalid('/AssetID'));
    expectOutcome(
      account.create('Tasks', { Name: 'x', AssetID: 3, WorkOrderID: 3, JobID: 1 }),
      invalid('/JobID', '/AssetID'),
    );
  });

  it('is looked at only where a write sets or changes it', () => {
    const account = new AccountInMemory();
    const asset = account.given('Assets', { Name: 'Boiler' });
    const task = account.given('Tasks', { Name: 'x', AssetID: asset });
    account.remove('Assets', asset);

    const renamed = account.patch('Tasks', task, set({ Name: 'y', AssetID: asset }));
    expectOutcome(renamed, { fields: { Name: 'y', AssetID: asset }, events: ['Updated'] });
    assert.deepEqual(renamed.outcome === 'written' && renamed.needs, []);
    expectOutcome(account.patch('Tasks', task, set({ AssetID: null })), {
      fields: { AssetID: null },
      events: ['Updated'],
    });
    expectOutcome(account.patch('Tasks', task, set({ AssetID: asset })), invalid('/AssetID'));
  });

  it('in a list is looked at in the same way, item by item', () => {
    const account = new AccountInMemory();
    const kept = account.given('Products', { SKU: 'a', Name: 'a' });
    const gone = account.given('Products', { SKU: 'b', Name: 'b' });
    const Lines = [
      { Quantity: 1, ProductID: gone },
      { Quantity: 1, ProductID: kept },
    ];
    const order = account.given('PurchaseOrders', { Lines });
    account.remove('Products', gone);

    const patch = (...operations: { op: string; path: string; value?: number | JsonObject }[]) =>
      account.patch('PurchaseOrders', order, operations);
    expectOutcome(patch({ op: 'replace', path: '/Lines/0/Quantity', value: 2 }), {
      fields: { Subtotal: 0 },
      events: ['Updated'],
    });
    expectOutcome(patch({ op: 'replace', path: '/Lines/1/ProductID', value: gone }), invalid('/Lines/1/ProductID'));
    expectOutcome(
      patch({ op: 'add', path: '/Lines/0', value: { Line: 9, Quantity: 1, ProductID: gone } }),
      invalid('/Lines/0/ProductID'),
    );
    expectOutcome(patch({ op: 'add', path: '/Lines/0', value: { Line: 9, Quantity: 1, ProductID: kept } }), {
      fields: {},
      events: ['Updated'],
    });
    expectOutcome(account.create('PurchaseOrders', { Lines }), invalid('/Lines/0/ProductID'));
  });

  it('in a list is left alone where its item only gets another number', () => {
    const account = new AccountInMemory();
    const kept = account.given('Products', { SKU: 'a', Name: 'a' });
    const gone = account.given('Products', { SKU: 'b', Name: 'b' });
    const Lines = [kept, gone].map((ProductID, index) => ({ Line: index + 1, Quantity: 1, ProductID }));
    const order = account.given('PurchaseOrders', { Lines });
    account.remove('Products', gone);
    const renumbered = [
      { op: 'remove', path: '/Lines/0' },
      { op: 'replace', path: '/Lines/0/Line', value: 1 },
    ];
    const twice = { op: 'add', path: '/Lines/-', value: { Line: 9, Quantity: 1, ProductID: gone } };
    expectOutcome(account.patch('PurchaseOrders', order, [...renumbered, twice]), invalid('/Lines/1/ProductID'));
    expectOutcome(account.patch('PurchaseOrders', order, renumbered), { fields: {}, events: ['Updated'] });
  });

  it('of every kind in a stop is looked at', () => {
    const stop = { LocationID: 7, AssetID: 8, WorkOrderID: 9 };
    const outcome = new AccountInMemory().create('Routes', { Name: 'x', Stops: [stop] });
    expectOutcome(outcome, invalid('/Stops/0/LocationID', '/Stops/0/AssetID', '/Stops/0/WorkOrderID'));
  });

  it('is looked at once more by nobody when a record is restored', () => {
    const account = new AccountInMemory();
    const asset = account.given('Assets', { Name: 'Boiler' });
    const task = account.given('Tasks', { Name: 'x', AssetID: asset, Deleted: true });
    account.remove('Assets', asset);
    expectOutcome(account.patch('Tasks', task, set({ Deleted: false })), {
      fields: { AssetID: asset },
      events: ['Updated'],
    });
  });
});

describe('a reference to the same type never leads back', () => {
  const trees: [RecordTypeName, string, JsonObject][] = [
    ['WorkOrders', 'ParentWorkOrderID', { Name: 'x' }],
    ['Assets', 'ParentAssetID', { Name: 'x' }],
    ['Locations', 'ParentLocationID', { Name: 'x' }],
    ['Employees', 'ManagerEmployeeID', { FirstName: 'x', LastName: 'y' }],
    ['Forms', 'AmendsFormID', { Name: 'x', FormTemplateID: 1 }],
  ];
  for (const [type, parent, body] of trees) {
    it(`${type}.${parent}`, () => {
      const account = new AccountInMemory();
      account.given('FormTemplates', { Name: 'x' });
      const top = account.given(type, body);
      const middle = account.given(type, { ...body, [parent]: top });
      const bottom = account.given(type, { ...body, [parent]: middle });
      const aside = account.given(type, body);

      expectOutcome(account.patch(type, top, set({ [parent]: top })), invalid(`/${parent}`));
      expectOutcome(account.patch(type, top, set({ [parent]: middle })), invalid(`/${parent}`));
      expectOutcome(account.patch(type, top, set({ [parent]: bottom })), invalid(`/${parent}`));
      assert.equal(account.patch(type, top, set({ [parent]: aside })).outcome, 'written');
      assert.equal(account.patch(type, bottom, set({ [parent]: top })).outcome, 'written');
    });
  }

  it('and is followed upwards so far and no further', () => {
    const account = new AccountInMemory();
    let bottom = account.given('Assets', { Name: 'x' });
    for (let above = 1; above < MAX_ANCESTORS; above++) {
      bottom = account.given('Assets', { Name: 'x', ParentAssetID: bottom });
    }
    const moved = account.given('Assets', { Name: 'x' });
    expectOutcome(account.patch('Assets', moved, set({ ParentAssetID: bottom })), {
      fields: { ParentAssetID: bottom },
      events: ['Updated'],
    });
    expectOutcome(account.patch('Assets', 1, set({ ParentAssetID: moved })), invalid('/ParentAssetID'));
    const aside = account.given('Assets', { Name: 'x' });
    expectOutcome(account.patch('Assets', aside, set({ ParentAssetID: moved })), invalid('/ParentAssetID'));
  });

  it('and a new record cannot be its own parent', () => {
    expectOutcome(new AccountInMemory().create('Assets', { Name: 'x', ParentAssetID: 1 }), invalid('/ParentAssetID'));
  });
});
