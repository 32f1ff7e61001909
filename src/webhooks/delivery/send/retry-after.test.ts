import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-01-30T09:00:00Z');

test('Retry-After is read as seconds and in the three forms of a date', () => {
  assert.equal(parseRetryAfter('0', NOW), 0);
  assert.equal(parseRetryAfter(' 120 ', NOW), 120_000);
  assert.equal(parseRetryAfter('Fri, 30 Jan 2026 09:02:00 GMT', NOW), 120_000);
  assert.equal(parseRetryAfter('Friday, 30-Jan-26 09:02:00 GMT', NOW), 120_000);
  assert.equal(parseRetryAfter('Fri Jan 30 09:02:00 2026', NOW), 120_000);
  assert.equal(parseRetryAfter('Fri, 30 Jan 2026 09:02:00 GMT', NOW + 0.3), 120_000, 'whole milliseconds');
});

test('a date that has passed asks for no pause, and none for more than a month', () => {
  assert.equal(parseRetryAfter('Fri, 30 Jan 2026 08:00:00 GMT', NOW), 0);
  const month = 30 * 86_400_000;
  assert.equal(parseRetryAfter('9'.repeat(400), NOW), month);
  assert.equal(parseRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', NOW), month);
});

test('what is neither is as good as nothing', () => {
  for (const value of [undefined, '', 'soon', '-1', '1.5', '2026-01-30', '1e3', 'Fri, 99 Jan 2026 99:99:99 GMT']) {
    assert.equal(parseRetryAfter(value, NOW), null, String(value));
  }
  assert.equal(parseRetryAfter(['1', '2'], NOW), null);
});
