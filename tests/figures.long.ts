// Home at 250,000 work orders, on both engines: every figure is what counting by hand gives, a tile is there within 2.5 s when nobody has asked
// before, and at once when somebody has. MDS_FIGURES_ORDERS makes it smaller.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AccountScope } from '../src/accounts/account.ts';
import { createCachedFigures } from '../src/analytics/kept.ts';
import { type MaintenanceQuery, maintenance } from '../src/analytics/maintenance.ts';
import type { RecordTypeName } from '../src/catalogue/index.ts';
import { demoRecords } from '../src/demo/index.ts';
import { Problem } from '../src/problems.ts';
import type { RecordFields } from '../src/records/store.ts';
import type { Shard } from '../src/storage/shard.ts';
import { compare, NOW } from './conformance/figures.ts';
import { type Engine, engines, startApp } from './support/app.ts';

const ORDERS = Number(process.env.MDS_FIGURES_ORDERS ?? 250_000);
/** What work orders and assets refer to, and they. */
const needed: readonly RecordTypeName[] = [
  ...([
    'Boards',
    'AssetStatuses',
    'Locations',
    'Vendors',
    'Users',
    'Employees',
    'Jobs',
    'Assets',
    'WorkOrders',
  ] as const),
];
const COLD_MS = 2_500;
const WARM_MS = 100;
const DAY = 86_400_000;
/** Most of it is filling the database, and counting by hand. */
const longEnough = { timeout: 900_000 };

for (const engine of engines) {
  test(`figures of ${ORDERS} work orders are right, and there in time (${engine})`, longEnough, (t) =>
    figures(t, engine),
  );
}

async function figures(t: TestContext, engine: Engine): Promise<void> {
  const app = await startApp(t, engine);
  const account = await app.shard.accounts.create({ id: 'acc_long', name: 'Long', createdOn: NOW });
  const orders = await load(app.shard, account);
  assert.equal(orders.length, ORDERS);
  const store = app.shard.figures(account);
  const late: string[] = [];
  for (const days of [90, 365]) {
    for (const counted of [{}, { boardID: 1 }]) {
      const kept = createCachedFigures({ now: () => NOW });
      for (const [name, compute] of Object.entries(maintenance)) {
        const span = { from: NOW - days * DAY, to: NOW };
        const asked: MaintenanceQuery = {
          store,
          counted,
          span,
          timeZone: 'Europe/Berlin',
          graceDays: 1,
          now: NOW,
          gone: undefined,
        };
        const figure = () => kept.figure({ account, key: name, gone: undefined, compute: () => compute(asked) });
        const [cold, warm] = [await taking(figure), await taking(figure)];
        t.diagnostic(`${name} ${days} days ${JSON.stringify(counted)}: ${cold.toFixed(0)} ms, then ${warm.toFixed(1)}`);
        if (cold > COLD_MS || warm > WARM_MS) late.push(`${name} of ${days} days: ${cold} ms, then ${warm}`);
      }
    }
  }
  await compare(store, orders, {}, 'Europe/Berlin', 1);
  await compare(store, orders, { boardID: 1 }, 'America/New_York', 3);
  assert.deepEqual(late, []);
}

async function load(shard: Shard, account: AccountScope): Promise<RecordFields[]> {
  const orders: RecordFields[] = [];
  const bulk = shard.bulk(account);
  for (const { type, records } of demoRecords({ firm: 'harbour', size: 'load', counts: { Tasks: 0 }, now: NOW })) {
    if (!needed.includes(type)) continue;
    const wanted = type === 'WorkOrders' ? records.slice(0, ORDERS - orders.length) : records;
    await bulk.load(type, wanted);
    if (type === 'WorkOrders') orders.push(...wanted);
  }
  return orders;
}

async function taking(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const outcome = await work();
  if (outcome instanceof Problem) throw new Error(outcome.detail);
  return performance.now() - begun;
}
