import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountScope } from '../../accounts/account.ts';
import type { Caller } from '../../accounts/caller.ts';
import { permissionsOf } from '../../accounts/roles.ts';
import { type Area, areas } from '../../catalogue/index.ts';
import { subscribableEvents } from './subscribable-events.ts';

test('a key with every area may subscribe to the whole table of events', () => {
  const table = subscribableEvents(callerWith(areas)).map(
    ({ entityType, actions, filterEntityType }) => `${entityType} | ${actions.join(', ')} | ${filterEntityType}`,
  );
  assert.deepEqual(table, [
    'WorkOrders | Created, Completed, Cancelled, Updated | Boards',
    'Tasks | Created, Completed, Updated, Cancelled | null',
    'Assets | Updated | AssetStatuses',
    'Forms | Submitted | FormTemplates',
    'PurchaseOrders | Created, Updated, Sent, Completed, PartiallyFulfilled | null',
    'Jobs | Created, Completed | null',
    'Employees | Created, Updated | null',
    'Users | Created, Updated | null',
    'Products | Created, Updated | null',
  ]);
});

test('a key sees only what it may read', () => {
  const types = (...areas: Area[]) => subscribableEvents(callerWith(areas)).map(({ entityType }) => entityType);
  assert.deepEqual(types('Webhooks'), []);
  assert.deepEqual(types('WorkOrders', 'Webhooks'), ['WorkOrders', 'Tasks']);
  assert.deepEqual(types('Jobs', 'People', 'Webhooks'), ['Jobs', 'Employees', 'Users']);
});

function callerWith(areas: readonly Area[]): Caller {
  const grant = { role: 'ReadOnly', areas } as const;
  return {
    account: new AccountScope({ shardID: 's1', id: 'acc_1', name: 'Harbour & Pine', key: 1 }),
    integration: {
      id: 'int_1',
      name: 'Sync',
      createdOn: 0,
      createdBy: 'a@b.example',
      submitter: 'a@b.example',
      ...grant,
    },
    apiKey: 'key',
    permissions: permissionsOf(grant),
    webhooks: true,
  };
}
