// How the soak of a fleet reads what arrived: what is out of order is found, what a fault explains is not counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outOfTurn, outside } from './course.ts';
import type { Window } from './faults.ts';

const place = (subscription: number, record: number, version: number) => ({
  subscription: String(subscription),
  type: 'Tasks' as const,
  record_id: String(record),
  version: String(version),
});
const places = new Map([
  ['a2', place(1, 7, 2)],
  ['a3', place(1, 7, 3)],
  ['a10', place(1, 7, 10)],
  ['other record', place(1, 8, 2)],
  ['other subscription', place(2, 7, 2)],
]);

test('versions that rise, and the same one again, are in order', () => {
  const arrivals = ['a2', 'a2', 'a3', 'other record', 'a10', 'other subscription', 'a10', 'unknown'];
  assert.deepEqual(outOfTurn(arrivals, places), { overtaken: [], stale: [] });
});

test('an older version after a newer one is found, whether it comes for the first time or once more', () => {
  assert.deepEqual(outOfTurn(['a3', 'a2', 'a10', 'a3'], places), {
    overtaken: ['subscription 1, Tasks 7: version 2 after 3'],
    stale: ['subscription 1, Tasks 7: version 3 after 10'],
  });
});

test('only the time outside of the windows that hit deliveries counts', () => {
  const window = (hits: Window['hits'], from: number, to: number) => ({
    name: '',
    hits,
    from,
    mended: to,
    to,
    inTime: true,
  });
  const windows = [window('deliveries', 100, 200), window('requests', 300, 400), window('both', 500, 600)];
  assert.equal(outside({ from: 0, to: 50 }, windows), 50);
  assert.equal(outside({ from: 120, to: 180 }, windows), 0);
  assert.equal(outside({ from: 150, to: 450 }, windows), 250);
  assert.equal(outside({ from: 0, to: 1_000 }, windows), 800);
  assert.equal(outside({ from: 0, to: 1_000 }, [window('both', 100, 300), window('both', 200, 400)]), 700);
});
