import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creation, made } from '../../../tests/conformance/samples.ts';
import { openSqliteShard } from '../../storage/sqlite/shard.ts';
import { createFollowing } from './following.ts';
import type { ChangeLog } from './store.ts';

const CHANGES = 60;
const wish = { types: ['Tasks'], actions: [], most: 1_000 } as const;

test('hundreds of readers of one account are given what came meanwhile together, each all of it once', async (t) => {
  const { log, change, feeds } = await open(t);
  const readers = Array.from({ length: 300 }, () => read(log));
  for (let n = 0; n < CHANGES; n++) {
    await change();
    await sleep(5);
  }
  const expected = Array.from({ length: CHANGES }, (_, n) => n + 1);
  for (const { seen } of await Promise.all(readers)) assert.deepEqual(seen, expected);
  // One page for each change would take the thread for all of the time.
  assert.ok(feeds() < CHANGES / 2, `${feeds()} pages for ${CHANGES} changes`);
});

test('a single reader hears of a change at once', async (t) => {
  const { log, change } = await open(t);
  const reading = read(log);
  const made: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    await change();
    made.push(performance.now());
    await sleep(5);
  }
  const { heard } = await reading;
  const waits = heard.map((at, n) => at - made[n]!).sort((a, b) => a - b);
  assert.ok(waits[CHANGES / 2]! < 15, `the median is ${waits[CHANGES / 2]} ms`);
});

test('readers of one account that come one behind the other do not take a turn of the event loop together', async (t) => {
  const { log, change, feeds } = await open(t);
  await change();
  const turns = countTurns(t);
  for (let reader = 0; reader < 20; reader++) await following.next(log, account, { after: 0, wish }, 0, endless);
  assert.equal(feeds(), 20);
  assert.ok(turns() >= 19, `${turns()} turns for 20 pages`);
});

test('whoever comes after a change is not given a page that was read before it', async (t) => {
  const { log, change } = await open(t);
  const [isRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const slow: ChangeLog = {
    ...log,
    async feed(after, asked) {
      const page = await log.feed(after, asked);
      if (++reads > 1) return page;
      isRead.resolve();
      await mayGoOn.promise;
      return page;
    },
  };
  const next = (waitMs: number) =>
    following.next(slow, account, { after: 0, wish }, waitMs, endless).then(({ entries }) => entries);
  const before = next(2_000);
  await isRead.promise;
  await change();
  const after = [next(0), next(2_000)];
  mayGoOn.resolve();
  assert.deepEqual(await Promise.all([before, ...after].map((page) => page.then(({ length }) => length))), [1, 1, 1]);
  assert.ok(reads < 5, `${reads} pages`);
});

test('an account that is on two shards is given of each its own log', async () => {
  const logs = ['s1', 's2'].map((shardID) => {
    const entries = [{ seq: 1, text: shardID }];
    const page = { entries, through: 1, more: false, forgotten: false, unsettled: false };
    const log = { feed: async () => page, watch: () => () => {} };
    const account = { shardID, id: 'a' };
    return { log: log as unknown as ChangeLog, account };
  });
  const asked = [...logs, ...logs].map(({ log, account }) =>
    following.next(log, account, { after: 0, wish }, 0, endless),
  );
  const given = (await Promise.all(asked)).map(({ entries }) => entries[0]!.text);
  assert.deepEqual(given, ['s1', 's2', 's1', 's2']);
});

async function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-following-'));
  const shard = await openSqliteShard({ shardID: 's1', file: join(folder, 'mds.db'), role: 'server' });
  t.after(async () => {
    await shard.close();
    rmSync(folder, { recursive: true });
  });
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const plain = shard.log(account);
  let feeds = 0;
  const log: ChangeLog = {
    ...plain,
    feed: (after, asked) => {
      feeds++;
      return plain.feed(after, asked);
    },
  };
  return { log, feeds: () => feeds, change: () => made(shard.records(account), creation('Tasks')) };
}

/** How often the event loop has gone round since. */
function countTurns(t: TestContext): () => number {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  t.after(() => clearImmediate(next));
  return () => turns;
}

const following = createFollowing();
const endless = new AbortController().signal;
const account = { shardID: 's1', id: 'a' };

/** Until it has heard of all of them. */
async function read(log: ChangeLog): Promise<{ seen: number[]; heard: number[] }> {
  const seen: number[] = [];
  const heard: number[] = [];
  for (let after = 0; seen.length < CHANGES; ) {
    const page = await following.next(log, account, { after, wish }, 10_000, endless);
    after = page.through;
    for (const { seq } of page.entries) {
      seen.push(seq);
      heard.push(performance.now());
    }
  }
  return { seen, heard };
}
