import assert from 'node:assert/strict';
import test from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { LinkedQueue, type QueueNode } from './line.ts';

test('those in a line stand as they came, wherever others leave', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('join' as const), fc.nat(20)), { maxLength: 60 }), (steps) => {
      const line = new LinkedQueue<number>();
      const places: QueueNode<number>[] = [];
      const expected = new Set<number>();
      for (const [n, step] of steps.entries()) {
        if (step === 'join') {
          places.push(line.join(n));
          expected.add(n);
        } else {
          const place = places[step];
          if (place !== undefined) assert.equal(place.leave(), expected.delete(place.item));
        }
        assert.deepEqual([...line], [...expected]);
        assert.equal(line.first, [...expected][0]);
        assert.equal(line.size, expected.size);
      }
    }),
  );
});

test('whoever is gone through may leave', () => {
  const line = new LinkedQueue<() => void>();
  const seen: number[] = [];
  const places = [0, 1, 2].map((n) =>
    line.join(() => {
      seen.push(n);
      places[n]!.leave();
    }),
  );
  for (const told of line) told();
  assert.deepEqual([seen, line.size], [[0, 1, 2], 0]);
});

test('who has left a line is forgotten by the next small collection, however long the line goes on', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
  const line = new LinkedQueue<unknown>();
  const there: QueueNode<unknown>[] = [];
  const pass = (count: number) => {
    for (let n = 0; n < count; n++) {
      there.push(line.join(new Array(100).fill(n)));
      if (there.length > 32) there.shift()!.leave();
      if (n % 500 === 0) collect({ type: 'minor' });
    }
  };
  pass(5_000);
  // What stands still for a moment grows old.
  for (let n = 0; n < 3; n++) collect({ type: 'minor' });
  const before = old();
  pass(20_000);
  // 16 MB have passed through; a Set keeps 12 of them.
  const keptKB = (old() - before) / 1024;
  assert.ok(keptKB < 2_000, `${keptKB.toFixed(0)} kB are kept`);
});
