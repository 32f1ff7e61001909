import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RecentlyUsed } from './recently-used.ts';

test('it never holds more than its bound, never a wrong value, and always the latest half', () => {
  const step = fc.record({
    what: fc.constantFrom('set', 'set', 'get', 'delete'),
    key: fc.integer({ min: 0, max: 30 }).map(String),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 300, size: 'max' }), (max, steps) => {
      const map = new RecentlyUsed<{ n: number }>(max);
      const latest = new Map<string, { n: number }>();
      // Keys by when they were used last, latest first; a deleted one keeps its place.
      let order: string[] = [];
      steps.forEach(({ what, key }, n) => {
        const others = order.filter((other) => other !== key);
        if (what === 'set') {
          latest.set(key, { n });
          map.set(key, latest.get(key)!);
          order = [key, ...others];
        } else if (what === 'delete') {
          latest.delete(key);
          map.delete(key);
        } else {
          const mustHave = order.slice(0, Math.floor(max / 2)).includes(key);
          const found = map.get(key);
          if (found !== undefined || mustHave) assert.equal(found, latest.get(key));
          if (found !== undefined) order = [key, ...others];
        }
        assert.ok(map.size <= max, `${map.size} of ${max}`);
      });
    }),
  );
});

test('clear forgets everything', () => {
  const map = new RecentlyUsed<number>(4);
  for (const key of ['a', 'b', 'c']) map.set(key, 1);
  map.clear();
  assert.equal(map.size, 0);
  assert.equal(map.get('c'), undefined);
});
