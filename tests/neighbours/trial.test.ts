// The bounds that an attack is judged by: each is seen to be broken.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from './mix.ts';
import { brokenBounds } from './trial.ts';

const hundred = (ms: number) => Array.from({ length: 100 }, () => ms);
const fine: Found = {
  times: { get: hundred(10), list: hundred(10), fuzzy: hundred(80), patch: hundred(10), delivery: hundred(20) },
  faults: 0,
  refused: 0,
  example: undefined,
  deliveries: { expected: 100, lost: 0, failed: 0 },
};
const boundsOf = (under: Partial<Found>) => brokenBounds(fine, { ...fine, ...under }).map(({ bound }) => bound);

test('what goes on as before breaks no bound', () => assert.deepEqual(boundsOf({}), []));

test('the slowest hundredth may take a quarter of a second, or five times what it takes in quiet', () => {
  const slowest = (ms: number) => [...hundred(10).slice(2), ms, ms];
  const get = (ms: number) => ({ times: { ...fine.times, get: slowest(ms) } });
  const fuzzy = (ms: number) => ({ times: { ...fine.times, fuzzy: slowest(ms) } });
  assert.deepEqual([boundsOf(get(249)), boundsOf(get(251))], [[], ['time']]);
  assert.deepEqual([boundsOf(fuzzy(399)), boundsOf(fuzzy(401))], [[], ['time']]);
});

test('a delivery may take a second', () => {
  const delivery = (ms: number) => ({ times: { ...fine.times, delivery: hundred(ms) } });
  assert.deepEqual([boundsOf(delivery(999)), boundsOf(delivery(1_001))], [[], ['time']]);
});

test('one answer of 500, one refusal, one delivery lost or given up are too many', () => {
  assert.deepEqual(boundsOf({ faults: 1 }), ['faults']);
  assert.deepEqual(boundsOf({ refused: 1 }), ['refused']);
  assert.deepEqual(boundsOf({ deliveries: { expected: 100, lost: 1, failed: 0 } }), ['lost']);
  assert.deepEqual(boundsOf({ deliveries: { expected: 100, lost: 0, failed: 1 } }), ['failed']);
  assert.deepEqual(boundsOf({ deliveries: { expected: 100, lost: 0, failed: undefined } }), ['failed']);
});

test('an account that was never answered was not served', () => {
  assert.deepEqual(boundsOf({ times: { get: [], list: [], fuzzy: [], patch: [], delivery: [] } }), [
    'time',
    'time',
    'time',
    'time',
    'time',
  ]);
});
