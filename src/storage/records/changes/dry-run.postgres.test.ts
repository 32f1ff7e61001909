// A rehearsal waits for nobody, whatever is locked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { create, creation, patching } from '../../../../tests/conformance/samples.ts';
import { testKeys } from '../../../../tests/support/keys.ts';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import { Problem } from '../../../problems.ts';
import type { Change, DryRunContext, RecordStore } from '../../../records/store.ts';
import { openPostgresShard } from '../../postgres/shard.ts';

test('a rehearsal neither waits for changes under way nor lets them wait', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  t.after(() => shard.close());
  const account = await shard.accounts.create({ id: 'acc_1', name: 'Harbour & Pine', createdOn: Date.now() });
  const store = shard.records(account);
  const id = await create(store, 'Locations', { Name: 'Site' });
  const upwards = { need: 'ancestors', type: 'Locations', field: 'ParentLocationID', id } as const;
  const change = patching('Locations', id, { Name: 'Yard' }, { needs: () => [upwards] });

  // Somebody is about to change this very record, to make another, and to hang one under another.
  const other = new pg.Client(url);
  await other.connect();
  t.after(() => other.end());
  await other.query('BEGIN');
  await other.query('SELECT FROM locations_documents FOR UPDATE');
  await other.query('UPDATE record_counters SET last_id = last_id + 1');
  await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('mds tree ${account.key} Locations', 0))`);
  const began = performance.now();
  const [patched, made] = await rehearsed(store, [change, creation('Locations')]);
  assert.ok(patched!.decision.decision === 'write' && patched!.decision.fields.Name === 'Yard');
  assert.equal(made!.moment.id, id + 1, 'what is not committed is not seen');
  assert.ok(performance.now() - began < 2_000, 'a lock is waited for longer');
  await other.query('ROLLBACK');

  // A transaction that has seen the same rows and is still open holds nothing that a change needs.
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await other.query('SELECT * FROM locations_documents');
  const changed = await store.change(change);
  assert.ok(!(changed instanceof Problem), (changed as Problem).detail);
  await other.query('ROLLBACK');
});

async function rehearsed(store: RecordStore, changes: readonly Change[]): Promise<readonly DryRunContext[]> {
  const all = await store.rehearse(changes);
  if (all instanceof Problem) throw new Error(all.detail);
  return all;
}
