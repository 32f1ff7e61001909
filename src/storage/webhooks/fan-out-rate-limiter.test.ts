import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyClock } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import { createFanOutRateLimiter } from './fan-out-rate-limiter.ts';

const PER_SECOND = 1_000;

function createAccount(deliveries: number) {
  const pace = createFanOutRateLimiter(PER_SECOND, steadyClock);
  const began = performance.now();
  const change = (account = 1, made = deliveries) =>
    pace.paced(account, async () => {
      // As one that is written to a database.
      await new Promise(setImmediate);
      pace.made(account, made);
      return performance.now() - began;
    });
  return { change };
}

test('changes that make more deliveries than their account may have made wait for it, one after the other', async () => {
  const { change } = createAccount(1_000);
  const times = [await change(), ...(await Promise.all([change(), change(), change()]))] as number[];
  // Two seconds' worth is saved up; a timer may be early by a millisecond.
  const expected = [0, 0, 1_000, 2_000];
  for (const [n, time] of times.entries()) {
    assert.ok(time >= expected[n]! - 2 && time < expected[n]! + 900, `they were made after ${times.join(', ')} ms`);
  }
});

test('who would wait for more than ten seconds is refused, with when to come again, and takes nothing from the others', async () => {
  const { change } = createAccount(15_000);
  await change();
  const refused = await change();
  assert.ok(refused instanceof Problem && refused.code === 'overloaded');
  assert.equal(refused.headers['Retry-After'], '15');
  assert.equal(((await change()) as Problem).headers['Retry-After'], '15', 'the one that was refused is forgotten');
});

test('a change that makes more than can be saved up is made when all of it has been saved, and not refused for ever', async () => {
  let now = 0;
  const pace = createFanOutRateLimiter(PER_SECOND, { now: () => now });
  const change = () =>
    pace.paced(1, async () => {
      pace.made(1, 100_000);
      return 'made';
    });
  assert.equal(await change(), 'made');
  const refused = await change();
  assert.ok(refused instanceof Problem);
  now += Number(refused.headers['Retry-After']) * 1000;
  assert.equal(await change(), 'made', 'as soon as it was told to come again');
});

test('accounts without subscriptions, and those of others, do not wait', async () => {
  const { change } = createAccount(2_900);
  await change(1);
  const waiting = change(1);
  const others = await Promise.all([change(2, 0), change(2, 0), change(3, 10), change(3, 10)]);
  assert.ok(others.every((time) => (time as number) < 500));
  assert.ok(((await waiting) as number) > 2_800);
});

test('what an account has is what its changes make now, not what they once made', async () => {
  const { change } = createAccount(1_900);
  await change();
  for (let n = 0; n < 20; n++) assert.ok(typeof (await change(1, 0)) === 'number');
  const before = performance.now();
  await change(1, 0);
  assert.ok(performance.now() - before < 100, 'after some without deliveries none is expected');
});
