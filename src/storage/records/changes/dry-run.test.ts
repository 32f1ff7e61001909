// Random changes on both engines: what is rehearsed is what is then written, and rehearsing leaves no trace.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { dana } from '../../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../../tests/support/keys.ts';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import { firstWrites, randomWrite, type Write, type WrittenType } from '../../../../tests/support/random-writes.ts';
import { runSql } from '../../../../tests/support/run-sql.ts';
import { recordType } from '../../../catalogue/index.ts';
import type { Json } from '../../../lib/json.ts';
import { parsePatch } from '../../../lib/json-patch.ts';
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult, Decision, DryRunContext, Moment, RecordStore } from '../../../records/store.ts';
import { createRecord } from '../../../records/writes/create.ts';
import { patchRecord } from '../../../records/writes/patch.ts';
import { removeRecord } from '../../../records/writes/remove.ts';
import { openPostgresShard } from '../../postgres/shard.ts';
import type { Shard } from '../../shard.ts';
import { openSqliteShard } from '../../sqlite/shard.ts';

const WRITES = 250;
const AT_ONCE = 25;

interface World {
  readonly shard: Shard;
  /** Resolves when the database has finished with what was written so far, and moves nothing of it any more. */
  rest(): Promise<void>;
  /** A hash of everything in the database, part by part: equal hashes are equal databases. */
  dump(): Promise<readonly object[]>;
}

const engines: Record<string, (t: TestContext) => Promise<World>> = {
  async sqlite(t) {
    const file = join(temporaryFolder(t), 'shard.db');
    const shard = await openSqliteShard({ shardID: 's1', file, role: 'tool' });
    // Byte for byte: the database and the log of what is not yet in it.
    const dump = async () => [file, `${file}-wal`].map((part) => ({ part, hash: hashOf(part) }));
    return { shard, rest: () => carryLog(file), dump };
  },
  async postgres(t) {
    const url = await testDatabase(t);
    const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
    return { shard, rest: async () => {}, dump: () => dumpPostgres(url) };
  },
};

for (const [engine, prepare] of Object.entries(engines)) {
  test(`what is rehearsed is what is then written, and rehearsing leaves no trace (${engine})`, async (t) => {
    const { shard, rest, dump } = await prepare(t);
    t.after(() => shard.close());
    const account = await shard.accounts.create({ id: 'acc_1', name: 'Harbour & Pine', createdOn: Date.now() });
    const store = shard.records(account);
    const writes = [...fc.sample(firstWrites(), 1)[0]!, ...fc.sample(randomWrite, WRITES)];
    const seen = new Map<string, number>();
    for (let n = 0; n < writes.length; n += AT_ONCE) {
      const some = writes.slice(n, n + AT_ONCE);
      await rest();
      const before = await dump();
      for (const write of some) await rehearsed(store, write);
      assert.deepEqual(await dump(), before, 'rehearsing changed the database');
      for (const write of some) {
        const kind = await compare(store, write);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
    t.diagnostic([...seen].map(([kind, times]) => `${kind} ${times}`).join(', '));
    for (const kind of ['created', 'updated', 'unchanged', 'invalid_record']) {
      assert.ok((seen.get(kind) ?? 0) > 0, `none was ${kind}`);
    }
  });
}

/** Rehearses and then makes the write; what the one decided as of the moment of the other is the same, to the letter. */
async function compare(store: RecordStore, write: Write): Promise<string> {
  const what = JSON.stringify(write);
  const rehearsal = await rehearsed(store, write);
  const change = changeOf(write);
  if (change instanceof Problem) {
    assert.deepEqual(rehearsal, change, what);
    return change.code;
  }
  let decided: { decision: Decision; moment: Moment } | undefined;
  const answer = await store.change({
    ...change,
    decide(current, found, moment) {
      decided = { decision: change.decide(current, found, moment), moment };
      return decided.decision;
    },
  });
  assert.ok(!(rehearsal instanceof Problem) && decided !== undefined, what);
  assert.equal(rehearsal.moment.id, decided.moment.id, what);
  assert.deepEqual(rehearsal.decideAt(decided.moment.now), decided.decision, what);
  assert.deepEqual(outcomeOf(rehearsal), outcomeOf(decided), what);
  const { decision } = decided;
  if (decision.decision === 'refused') assert.equal(answer, decision.problem, what);
  else assert.ok(!(answer instanceof Problem), `${what} was not refused: ${(answer as Problem).detail}`);
  return answer instanceof Problem ? answer.code : (answer as ChangeResult).outcome;
}

function outcomeOf({ decision }: { readonly decision: Decision }): unknown {
  if (decision.decision !== 'write') return decision;
  const { events, filterValue } = decision;
  return { events, filterValue };
}

async function rehearsed(store: RecordStore, write: Write): Promise<DryRunContext | Problem> {
  const change = changeOf(write);
  if (change instanceof Problem) return change;
  const all = await store.rehearse([change]);
  return all instanceof Problem ? all : all[0]!;
}

function changeOf(write: Write): Change | Problem {
  const type = recordType(write.type satisfies WrittenType);
  const ifMatch = 'version' in write && write.version !== undefined ? [`"${write.version}"`] : undefined;
  const preconditions = ifMatch === undefined ? {} : { ifMatch };
  switch (write.write) {
    case 'create':
      return createRecord(type, write.body, dana);
    case 'patch': {
      const parsed = parsePatch(write.patch as Json, { operations: 100, depth: 32 });
      return parsed.ok
        ? patchRecord(type, write.id, parsed.patch, dana, preconditions)
        : new Problem('invalid_patch', '');
    }
    case 'delete':
      return removeRecord(type, write.id, dana, preconditions);
  }
}

/** A thread carries the log into the database beside changes, and is at times late: what it finds carried it leaves alone. */
async function carryLog(file: string): Promise<void> {
  const [carried] = await runSql(`sqlite:${file}`, 'PRAGMA wal_checkpoint(TRUNCATE)');
  assert.deepEqual(carried, { busy: 0, log: 0, checkpointed: 0 });
}

function hashOf(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'none';
}

/** Every row with the transaction that wrote it and where it lies, and how far every sequence has been drawn. */
async function dumpPostgres(url: string): Promise<readonly object[]> {
  const relations = `SELECT relname AS name, relkind AS kind FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')`;
  const parts = ((await runSql(url, relations)) as { name: string; kind: string }[]).map(({ name, kind }) =>
    kind === 'S'
      ? `SELECT '${name}' AS part, last_value || ' ' || is_called AS hash FROM ${name}`
      : `SELECT '${name}' AS part, md5(string_agg(xmin || ' ' || xmax || ' ' || ctid::text || ' ' || t::text, ' ' ORDER BY ctid)) AS hash FROM ${name} AS t`,
  );
  return runSql(url, `${parts.join(' UNION ALL ')} ORDER BY part`);
}
