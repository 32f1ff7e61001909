/** An account with something of everything, made by the service itself, as rows, and files of it with something altered. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRowJudge } from '../../src/cli/account-file/judge.ts';
import { readAccountFile } from '../../src/cli/account-file/read.ts';
import { type Json, MAX_NESTING } from '../../src/lib/json.ts';
import { TEXT_KEPT_EVERY } from '../../src/records/log/versions.ts';
import { readSettings, shardsOf } from '../../src/settings.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { closeShards, openShards } from '../../src/storage/shards.ts';
import {
  type AccountHeader,
  type AccountRow,
  type RowKind,
  type RowValue,
  rowColumnsOf,
} from '../../src/storage/transfer/account-rows.ts';
import { writeRows } from './account-file.ts';
import { databaseUrl, type Engine } from './app.ts';
import { testKeys } from './keys.ts';
import { createOneOfEach } from './minimal-records.ts';
import { allSettled, startWebhookApp } from './webhooks.ts';

export interface Exported {
  readonly account: AccountHeader;
  readonly rows: readonly AccountRow[];
}

/** An account with something of everything, made by the service itself. */
let prepared: Promise<Exported> | undefined;
export function exported(t: TestContext): Promise<Exported> {
  prepared ??= createTestAccount(t);
  return prepared;
}

async function createTestAccount(t: TestContext): Promise<Exported> {
  const { app, account, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, 'sqlite');
  await createOneOfEach(client, 'one');
  const location = (await client.post('/api/Locations', { Name: 'Hall' })).json.ID;
  await client.post('/api/Locations', { Name: 'Corner', ParentLocationID: location });
  const vendor = (await client.post('/api/Vendors', { Name: 'Supplier' })).json.ID;
  const product = (await client.post('/api/Products', { SKU: 'P-7', Name: 'Filter' })).json.ID;
  const Lines = [{ ProductID: product, Description: 'Filters', Quantity: 3, UnitCost: 1.5 }];
  const order = await client.post('/api/PurchaseOrders', { Name: 'Order', VendorID: vendor, Status: 'Sent', Lines });
  assert.equal(order.status, 201, order.text);
  const done = await client.post('/api/WorkOrders', { Name: 'Done', Status: 'Completed', LabourCost: 4.25 });
  assert.equal(done.status, 201, done.text);
  await client.post('/api/Tasks', { Name: 'Once', CustomFields: { a: [1, null, 'x'] } }, { 'Idempotency-Key': 'once' });
  const board = (await client.post('/api/Boards', { Name: 'B' })).json.ID;
  // Often enough that the log keeps its whole text.
  for (let n = 2; n <= TEXT_KEPT_EVERY; n++) {
    await client.patch(`/api/Boards/${board}`, [{ op: 'replace', path: '/Name', value: `B ${n}` }]);
  }
  const filter = { filterEntityType: 'board', filterConditionEntityID: String(board) };
  await subscribe({ entityType: 'WorkOrders', name: 'Filtered', headers: { 'X-Secret': 's' }, ...filter });
  const { id } = await subscribe({ name: 'All' });
  const record = await task();
  receiver.answer([500, 200]);
  await rename(record, 'A');
  await settled(id, (found) => found.length === 1 && allSettled(found));
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  const [first] = await settled(id, (found) => found.length === 2 && allSettled(found));
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`);
  await settled(id, (found) => found.length === 3 && allSettled(found));
  const wish = { type: 'Tasks', create: { Name: 'Asked for' }, reason: 'why' };
  const proposed = await client.post('/api/Proposals', wish, { 'idempotency-key': 'asked-once' });
  assert.equal(proposed.status, 201, proposed.text);
  // As deep as a record may be.
  const deep = { Name: 'Deep', CustomFields: nested(MAX_NESTING - 1) };
  assert.equal((await client.post('/api/Tasks', deep)).status, 201);
  const steps = [wish, { ...wish, create: deep }];
  const planned = await client.post('/api/Proposals', { title: 'Plan', steps }, { 'idempotency-key': 'planned-once' });
  assert.equal(planned.status, 201, planned.text);
  const patch = [{ op: 'replace', path: '/Name', value: 'B' }];
  for (const asked of [{ patch }, { delete: true }]) {
    const made = await client.post('/api/Proposals', { type: 'Tasks', id: record, ...asked, reason: 'why' });
    assert.equal(made.status, 201, made.text);
  }
  const integrationID = (await app.shard.accounts.integrations(account))[0]!.id;
  const calls = { hour: 1, calls: 1, refused: 0, limited: 0, peakMinute: 1, previousCalls: 0 };
  await app.shard.people.addUse([{ account, integrationID, ...calls, address: '192.0.2.1', lastOn: Date.now() }]);
  await app.shard.accounts.setFrozen(account, true);
  return app.shard.exportAccount(account, async ({ account, rows }) => ({
    account,
    rows: await Array.fromAsync(rows),
  }));
}

function nested(levels: number): Json {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

/** The rows with some columns of the n-th row of a kind replaced; of a record, fields of its document. */
export function altered(
  rows: readonly AccountRow[],
  kind: RowKind,
  changes: Record<string, Json>,
  n = 0,
): AccountRow[] {
  let seen = 0;
  // Of changes, those with the record's whole text: they say the most.
  const isOne = (row: AccountRow) => row.kind === kind && (kind !== 'changes' || row.values.at(-1) !== null);
  return rows.map((row) => (isOne(row) && seen++ === n ? alteredRow(row, changes) : row));
}

export function alteredRow(row: AccountRow, changes: Record<string, Json>): AccountRow {
  const names = Object.keys(rowColumnsOf(row.kind));
  const values = row.values.map((value, n) => {
    if (names[n] === 'text' && value !== null && !('text' in changes))
      return documentWith(value as string, changes, names);
    return names[n]! in changes ? (changes[names[n]!] as RowValue) : value;
  });
  return { kind: row.kind, values };
}

function documentWith(text: string, changes: Record<string, Json>, columns: readonly string[]): string {
  const fields = Object.entries(changes).filter(([name]) => !columns.includes(name));
  return fields.length === 0 ? text : JSON.stringify({ ...JSON.parse(text), ...Object.fromEntries(fields) });
}

export async function readAltered(t: TestContext, account: AccountHeader, rows: readonly AccountRow[]) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'account.jsonl');
  await writeRows(file, account, each(rows));
  return readAccountFile(file, createRowJudge());
}

export async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

export async function openShard(
  t: TestContext,
  engine: Engine,
  role: 'tool' | 'server' = 'tool',
): Promise<{ shard: Shard; url: string }> {
  const url = await databaseUrl(t, engine);
  const shards = await openShards(shardsOf(readSettings({ DATABASE_URL: url })), {
    role,
    mayCreate: true,
    readerThreads: 1,
    readerQueue: 10,
    keys: testKeys,
    poolSize: 3,
  });
  t.after(() => closeShards(shards));
  return { shard: [...shards.values()][0]!, url };
}
