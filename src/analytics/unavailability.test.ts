import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailability } from './unavailability.ts';

const [UP, DOWN] = [1, 2];
const isDown = (status: number | null) => status === DOWN;
const window = { from: 1_000, to: 2_000 };
const change = (assetID: number, on: number, before: number | null, statusNow: number | null, isNew = false) => ({
  assetID,
  on,
  before,
  statusNow,
  isNew,
});

test('what did not change stood so for the whole window', () => {
  const standing = [
    { statusID: UP, count: 3 },
    { statusID: DOWN, count: 1 },
    { statusID: null, count: 1 },
  ];
  assert.deepEqual(unavailability({ standing, changes: [] }, isDown, window), {
    share: 0.2,
    downMs: 1_000,
    assetMs: 5_000,
  });
  assert.equal(unavailability({ standing: [], changes: [] }, isDown, window).share, null);
});

test('what changed is told back from how it stands now, within the window alone', () => {
  const standing = [{ statusID: UP, count: 1 }];
  const told = (changes: ReturnType<typeof change>[]) => unavailability({ standing, changes }, isDown, window).downMs;
  // Down before the window and until 1,300; down again from 1,500 to 1,600.
  assert.equal(told([change(1, 1_600, DOWN, UP), change(1, 1_500, UP, UP), change(1, 1_300, DOWN, UP)]), 300 + 100);
  assert.equal(told([change(1, 2_500, DOWN, UP)]), 1_000, 'what was mended behind the window was down in it');
});

test('an asset counts from when it was made', () => {
  const standing = [{ statusID: DOWN, count: 1 }];
  const changes = [change(1, 1_900, UP, DOWN), change(1, 1_800, null, DOWN, true)];
  assert.deepEqual(unavailability({ standing, changes }, isDown, window), { share: 0.5, downMs: 100, assetMs: 200 });
});
