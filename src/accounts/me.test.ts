import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountScope } from './account.ts';
import { describeCaller } from './me.ts';
import { mayUseWebhooks, permissionsOf } from './roles.ts';

test('GET /api/Me shows exactly the agreed fields, in their order', () => {
  const grant = { role: 'Technician', areas: ['WorkOrders', 'Jobs', 'Webhooks'] } as const;
  const caller = {
    account: new AccountScope({ shardID: 's2', id: 'acc_x', name: 'Ridgeway', key: 7 }),
    integration: {
      id: 'int_y',
      name: 'Sync',
      ...grant,
      createdOn: Date.UTC(2026, 1, 3, 4, 5, 6, 7),
      createdBy: 'ada@example.com',
      submitter: 'robot@example.com',
    },
    apiKey: 'mds_z',
    permissions: permissionsOf(grant),
    webhooks: mayUseWebhooks(grant),
  };
  const none = { read: false, write: false };
  const expected = {
    account: { id: 'acc_x', name: 'Ridgeway' },
    integration: {
      id: 'int_y',
      name: 'Sync',
      role: 'Technician',
      areas: ['WorkOrders', 'Jobs', 'Webhooks'],
      createdOn: '2026-02-03T04:05:06.007Z',
      createdBy: 'ada@example.com',
      proposesOnly: false,
    },
    shardID: 's2',
    permissions: {
      WorkOrders: { read: true, write: true },
      Tasks: { read: true, write: true },
      Assets: none,
      Forms: none,
      PurchaseOrders: none,
      Jobs: { read: true, write: false },
      Employees: none,
      Users: none,
      Products: none,
      Routes: { read: true, write: true },
      Boards: { read: true, write: false },
      FormTemplates: none,
      AssetStatuses: none,
      Locations: none,
      Vendors: none,
    },
    webhooks: true,
    rateLimit: { limit: 300, windowSeconds: 60 },
  };
  const body = JSON.stringify(describeCaller(caller, { limit: 300, windowMs: 60_000 }));
  assert.equal(body, JSON.stringify(expected));
});
