import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { openPostgresShard } from '../postgres/shard.ts';

test('of many attempts at once on several instances no more are begun than the limit; those that are none are given back', async (t) => {
  const url = await testDatabase(t);
  const open = () => openPostgresShard({ shardID: 's1', url, role: 'tool', keys: testKeys });
  const shards = [await open(), await open()];
  t.after(() => Promise.all(shards.map((shard) => shard.close())));
  const [one, other] = shards.map((shard) => shard.people.attempts!);
  const holder = (name: string, limit: number) => ({ name: Buffer.from(name.padEnd(32)), limit });
  const [pair, network] = [holder('pair', 10), holder('network', 12)];
  const begun = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one! : other!).begin(pair, network, 60_000)),
  );
  const numbers = begun.flatMap((each) => ('attempt' in each ? [each.attempt] : []));
  assert.equal(numbers.length, 10);
  const refused = begun.find((each) => 'pairMs' in each)!;
  assert.ok('pairMs' in refused && refused.pairMs > 50_000 && refused.pairMs <= 60_001 && refused.networkMs === 0);
  await one!.end(numbers[0]!, pair, network, 'undecided');
  assert.ok('attempt' in (await other!.begin(pair, network, 60_000)));
  assert.ok('pairMs' in (await other!.begin(pair, network, 60_000)));
  // Whoever knows the password has no failures any more; the network still has.
  await other!.end(numbers[1]!, pair, network, 'right');
  const after: boolean[] = [];
  for (let n = 0; n < 4; n++) after.push('attempt' in (await one!.begin(pair, network, 60_000)));
  assert.deepEqual(after, [true, true, true, false]);
  // The first of an address that was right in some accounts is given back to the network, and stays one of the pair.
  const [people, office] = [holder('pair of another', 10), holder('office', 1)];
  const email = Buffer.from('email'.padEnd(32));
  const pardoned: boolean[] = [];
  for (const instance of [one!, other!]) {
    const attempt = await instance.begin(people, office, 60_000);
    assert.ok('attempt' in attempt);
    pardoned.push(await instance.pardonFirst(attempt.attempt, office, email, 60_000));
  }
  assert.deepEqual(pardoned, [true, false]);
  const full = await one!.begin({ ...people, limit: 2 }, office, 60_000);
  assert.ok('pairMs' in full && full.pairMs > 0 && full.networkMs > 0);
  // What is over counts no more, and is gone.
  assert.ok(await one!.pardonFirst(numbers[2]!, network, email, -1), 'of an earlier window');
  assert.ok('attempt' in (await one!.begin(pair, network, 0)));
});
