import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFailedAttempts } from './failed-attempts.ts';

const windowMs = 60_000;

test('300 failures of one address in a minute are answered as usual, the next is a 429 that says when to come back', () => {
  let now = 0;
  const attempts = createFailedAttempts({ limit: 300, windowMs, clock: { now: () => now } });
  for (let i = 0; i < 300; i++) assert.equal(attempts.count('192.0.2.1'), undefined);
  now = 20_500;
  const problem = attempts.count('192.0.2.1');
  assert.equal(problem?.status, 429);
  assert.equal(problem?.code, 'rate_limited');
  assert.deepEqual(problem?.headers, { 'Retry-After': '40' });
  assert.match(problem?.detail ?? '', /300 requests in 60 seconds/);
  now += 39_000;
  assert.equal(attempts.count('192.0.2.1')?.status, 429);
  now += 1000;
  assert.equal(attempts.count('192.0.2.1'), undefined);
});

test('addresses are counted apart, IPv6 by its /64', () => {
  const attempts = createFailedAttempts({ limit: 1, windowMs, clock: { now: () => 0 } });
  assert.equal(attempts.count('192.0.2.1'), undefined);
  assert.equal(attempts.count('192.0.2.2'), undefined);
  assert.equal(attempts.count('2001:db8:1:2::1'), undefined);
  assert.equal(attempts.count('2001:db8:1:2:ffff::9')?.status, 429);
  assert.equal(attempts.count('2001:db8:1:3::1'), undefined);
});

test('ever new addresses push out old ones and never an address that keeps failing', () => {
  const attempts = createFailedAttempts({ limit: 3, windowMs, clock: { now: () => 0 }, maxAddresses: 100 });
  const persistent = '192.0.2.1';
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < 1000; i++) {
    if (i % 40 === 0) answers.push(attempts.count(persistent)?.status);
    attempts.count(`2001:db8:${i.toString(16)}::1`);
  }
  assert.deepEqual(answers.slice(0, 4), [undefined, undefined, undefined, 429]);
  assert.ok(answers.slice(3).every((status) => status === 429));
});

test('a limit of 0 switches it off', () => {
  const attempts = createFailedAttempts({ limit: 0, windowMs, clock: { now: () => 0 } });
  for (let i = 0; i < 1000; i++) assert.equal(attempts.count('192.0.2.1'), undefined);
});
