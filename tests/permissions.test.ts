import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../src/api/rest/routes.ts';
import { onEitherEngine } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

// Written from the contract, not from the code it checks.
const areaOf: Record<string, string> = {
  WorkOrders: 'WorkOrders',
  Tasks: 'WorkOrders',
  Boards: 'WorkOrders',
  Assets: 'Assets',
  AssetStatuses: 'Assets',
  Locations: 'Assets',
  Forms: 'Forms',
  FormTemplates: 'Forms',
  PurchaseOrders: 'Purchasing',
  Vendors: 'Purchasing',
  Products: 'Inventory',
  Jobs: 'Jobs',
  Routes: 'Jobs',
  Employees: 'People',
  Users: 'People',
};
const areas = [...new Set(Object.values(areaOf)), 'Webhooks'] as never[];
const roles = ['Admin', 'Manager', 'Technician', 'ReadOnly'] as const;

function mayWrite(role: (typeof roles)[number], type: string): boolean {
  if (role === 'Technician') return ['WorkOrders', 'Tasks', 'Assets', 'Forms', 'Routes'].includes(type);
  return role === 'Admin' || (role === 'Manager' && type !== 'Users');
}

function allowed(role: (typeof roles)[number], area: string, method: string, path: string): boolean {
  const collection = path.split('/')[2]!;
  // What a key may not read is left out of the feed.
  if (['Me', 'Catalogue', 'Names', 'Changes', 'Proposals'].includes(collection)) return true;
  if (collection === 'Webhooks') return area === 'Webhooks';
  return areaOf[collection] === area && (method === 'GET' || mayWrite(role, collection));
}

// Rights are judged before any database is asked: on one of them.
test('every role in every area may use exactly the routes it should', async () => {
  const app = await sharedApp('sqlite');
  const account = await app.account();
  const routes = apiRoutes({ policy: { limit: 300, windowMs: 60_000 } } as never);
  assert.ok(routes.length > 75);
  for (const role of roles) {
    for (const area of areas) {
      const key = await app.key(account, { preset: undefined, role, areas: [area] });
      for (const { method, path } of routes) {
        const reply = await key.send(method, path.replaceAll(/:\w+/g, '999'), {
          headers: { 'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json' },
          // A body that is refused after the permission was looked at, so that nothing is written.
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: '"nonsense"' }),
        });
        const case_ = `${role} in ${area}: ${method} ${path} -> ${reply.status}`;
        if (allowed(role, area, method, path)) assert.notEqual(reply.status, 403, case_);
        else {
          assert.equal(reply.status, 403, case_);
          assert.match(reply.json.detail, /role|area|permission/i, case_);
        }
      }
    }
  }
});

onEitherEngine('every role asks in its areas alone, by query too', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  for (const role of roles) {
    for (const area of areas) {
      const key = await app.key(account, { preset: undefined, role, areas: [area] });
      for (const [type, own] of Object.entries(areaOf)) {
        const query = `{ ${type[0]!.toLowerCase()}${type.slice(1)} { more } }`;
        const reply = await key.post('/graphql', { query });
        assert.equal(reply.status, own === area ? 200 : 400, `${role} in ${area}: ${query} -> ${reply.text}`);
      }
    }
  }
});
