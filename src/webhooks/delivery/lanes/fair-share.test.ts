import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fairShare, maxLanes } from './fair-share.ts';

test('a worker that is alone may have every lane', () => {
  assert.equal(maxLanes(fairShare({ workers: 1, leases: 10_000 }, 5_000)), Infinity);
  assert.equal(fairShare({ workers: 0, leases: 0 }), Infinity, 'it has not said yet that it is there');
});

test('several share what is leased and what still waits, and each stays between two fifths and three fifths of it', () => {
  assert.equal(fairShare({ workers: 2, leases: 50 }), 25);
  assert.equal(fairShare({ workers: 2, leases: 50 }, 500), 275);
  for (const leases of [20, 50, 1_000]) {
    const most = maxLanes(fairShare({ workers: 2, leases }));
    assert.ok(most / leases <= 0.6, `${most} of ${leases}`);
  }
  // A single lane has to be somewhere.
  assert.ok(maxLanes(fairShare({ workers: 3, leases: 0 }, 1)) >= 1);
});
