import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unauthorized } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { type OpenStream, type Verdict, watchAccess } from './watch-stays.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function inShard(shardID: string): Caller {
  return { account: { shardID } } as Caller;
}

const unexpected = () => assert.fail('this was not to happen');

/** Lets whatever was begun come to its end. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('whoever waits while nothing happens is looked at once, and again when there is word', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const looks: number[] = [];
  let verdict: Verdict = 'until word';
  const watch = watchAccess(async function* (_shard, stays) {
    looks.push(stays.length);
    for (const stay of stays) yield [stay, verdict];
  }, unexpected);
  const ended: unknown[] = [];
  for (let n = 0; n < 3; n++) watch.onEnded(inShard('s1'), (refusal) => ended.push(refusal));
  for (let n = 0; n < 10; n++) {
    t.mock.timers.tick(MINUTE);
    await settled();
  }
  assert.deepEqual(looks, [3]);
  verdict = unauthorized;
  watch.lookAt('s1');
  await settled();
  assert.deepEqual(
    [looks, ended],
    [
      [3, 3],
      [unauthorized, unauthorized, unauthorized],
    ],
  );
});

test('whose right may end by the clock is looked at all the time, and so is whoever could not be looked at', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const failures: unknown[] = [];
  let verdict: Verdict | Error = new Error('away');
  let looks = 0;
  const watch = watchAccess(
    async function* (_shard, stays) {
      looks += 1;
      if (verdict instanceof Error) throw verdict;
      for (const stay of stays) yield [stay, verdict];
    },
    (failure) => failures.push(failure),
  );
  watch.onEnded(inShard('s1'), unexpected);
  const look = async () => {
    t.mock.timers.tick(2 * SECOND);
    await settled();
    return looks;
  };
  assert.deepEqual([await look(), await look(), failures.length], [1, 2, 2]);
  verdict = 'for now';
  assert.deepEqual([await look(), await look()], [3, 4]);
  verdict = 'until word';
  assert.deepEqual([await look(), await look()], [5, 5]);
});

test('word that comes while somebody is looked at has him looked at again, and no shard waits for another', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { promise: first, resolve: goOn } = Promise.withResolvers<void>();
  const seen: string[] = [];
  let isRevoked = false;
  const watch = watchAccess(async function* (shardID: string, stays: readonly OpenStream[]) {
    seen.push(shardID);
    // What is read now is old when it is told.
    const verdict = isRevoked ? unauthorized : 'until word';
    if (seen.length === 1) await first;
    for (const stay of stays) yield [stay, verdict];
  }, unexpected);
  const ended: string[] = [];
  for (const shardID of ['s1', 's2']) watch.onEnded(inShard(shardID), () => ended.push(shardID));
  watch.lookAt('s1');
  await settled();
  isRevoked = true;
  watch.lookAt('s1');
  watch.lookAt('s2');
  await settled();
  assert.deepEqual([seen, ended], [['s1', 's2'], ['s2']]);
  goOn();
  await settled();
  assert.deepEqual(
    [seen, ended],
    [
      ['s1', 's2', 's1'],
      ['s2', 's1'],
    ],
  );
});
