import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseProbe, type ProbeCandidate } from './probe.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const PATIENCE = 10 * HOUR;
const down = { since: NOW - HOUR, tries: 4, record: null, nextTry: NOW + 60_000 };
const due = { ...down, nextTry: NOW };

function head(delivery: number, more: Partial<ProbeCandidate> = {}): ProbeCandidate {
  const untried = { attempts: 0, dueOn: NOW - HOUR, waitingSince: null };
  return { delivery, record: delivery, cause: 'event', createdOn: NOW - HOUR, ...untried, ...more };
}

test('nothing is tried before its time, and then one', () => {
  assert.deepEqual(choose([head(1), head(2)], down), { probe: undefined, inMs: 60_000 });
  assert.equal(choose([head(1), head(2)], due).probe?.delivery, 1);
  assert.deepEqual(choose([], due), { probe: undefined, inMs: undefined });
});

test('the records take turns: first those that were tried least, of these the oldest', () => {
  const tried = (delivery: number, attempts: number) => head(delivery, { attempts, dueOn: NOW });
  assert.equal(choose([tried(1, 2), tried(2, 1), tried(3, 1)], due).probe?.delivery, 2);
});

test('while only one record fails, the others are tried at once, and it waits', () => {
  const one = { ...down, record: 1 };
  assert.equal(choose([head(1), head(2)], one).probe?.delivery, 2);
  assert.deepEqual(choose([head(1)], one), { probe: undefined, inMs: 60_000 });
});

test('a record that has a pause of its own is not tried before it is over', () => {
  const paused = head(1, { attempts: 3, dueOn: NOW + 5_000 });
  assert.deepEqual(choose([paused], due), { probe: undefined, inMs: 5_000 });
});

test('a test is sent whatever the endpoint does', () => {
  assert.equal(choose([head(1), head(9, { cause: 'test' })], down).probe?.delivery, 9);
});

test('what has waited as long as the patience is tried for the last time, the oldest first', () => {
  const over = (delivery: number) => head(delivery, { attempts: 9, waitingSince: NOW - PATIENCE, dueOn: NOW + HOUR });
  assert.equal(choose([head(1), over(3), over(2)], down).probe?.delivery, 2);
  const soon = head(4, { attempts: 9, waitingSince: NOW - PATIENCE + 1_000, dueOn: NOW + HOUR });
  assert.deepEqual(choose([soon], down), { probe: undefined, inMs: 1_000 });
});

test('a time further ahead than any pause was written before the clock was set back', () => {
  const ahead = NOW + PATIENCE + 1;
  assert.equal(choose([head(1, { attempts: 1, dueOn: ahead })], { ...down, nextTry: ahead }).probe?.delivery, 1);
});

function choose(
  candidates: ProbeCandidate[],
  outage: typeof down | { record: number | null; since: number; tries: number; nextTry: number },
) {
  return chooseProbe(candidates, outage, PATIENCE, NOW);
}
