import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLastSeenWriter } from './seen.ts';
import type { KnownSession } from './store.ts';

const MINUTE = 60_000;

test('being seen is written once a minute behind the requests, also where that fails; at the end it is waited for, and no more', async () => {
  const [written, elsewhere, failed]: [number[], number[], unknown[]] = [[], [], []];
  let answer = Promise.withResolvers<void>();
  const seen = async (_tokenHash: Buffer, _account: unknown, now: number) => {
    written.push(now);
    await answer.promise;
  };
  const answers = { seen: async (...[, , now]: Parameters<typeof seen>) => void elsewhere.push(now) };
  const stores = new Map([
    ['s1', { seen }],
    ['s2', answers],
  ]);
  const keeping = createLastSeenWriter({ stores, onFailure: (failure) => void failed.push(failure) });
  const session = { account: { shardID: 's1' }, tokenHash: Buffer.from('token'), askedOn: 1 } as KnownSession;
  const note = (now: number, more: Partial<KnownSession> = {}) =>
    keeping.note({ ...session, ...more }, now, '192.0.2.1');
  for (const now of [MINUTE, MINUTE + 2, MINUTE + 3]) note(now);
  assert.deepEqual(written, [MINUTE + 2], 'one is under way');
  const failure = new Error('a fault');
  answer.reject(failure);
  await assert.rejects(answer.promise);
  answer = Promise.withResolvers();
  note(2 * MINUTE);
  assert.deepEqual([written.length, failed], [1, [failure]], 'and not tried at each request');
  note(2 * MINUTE + 3);
  note(2 * MINUTE + 3, { tokenHash: Buffer.from('another') });
  assert.deepEqual(written.slice(1), [2 * MINUTE + 3, 2 * MINUTE + 3]);
  const stopped = keeping.stop().then(() => 'stopped');
  assert.equal(await Promise.race([stopped, new Promise((resolve) => setImmediate(resolve, 'waits'))]), 'waits');
  note(5 * MINUTE);
  answer.resolve();
  await stopped;
  assert.equal(written.length, 3);
  assert.deepEqual(elsewhere, written, 'on every shard, whatever becomes of the others');
});
