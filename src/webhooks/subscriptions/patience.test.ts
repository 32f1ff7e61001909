import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPatience, MAX_PATIENCE_MS, MIN_PATIENCE_MS, parsePatience } from './patience.ts';

test('a patience is a whole number of minutes, hours or days, from an hour to a week, and nothing else', () => {
  const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  for (const [unit, length] of Object.entries(units)) {
    for (let n = 0; n <= 11_000; n++) {
      const ms = n * length;
      const expected = ms >= MIN_PATIENCE_MS && ms <= MAX_PATIENCE_MS ? ms : undefined;
      assert.equal(parsePatience(`${n}${unit}`), expected, `${n}${unit}`);
    }
  }
  for (const text of ['', 'h', '1', '01h', '1.5h', '-1h', '1H', ' 1h', '1h ', '1h30m', '3600s', '1w', 5, null, {}]) {
    assert.equal(parsePatience(text), undefined, String(text));
  }
});

test('it is shown in the largest unit that fits, which is read as the same', () => {
  const shown = ['60m', '90m', '24h', '25h', '168h', '10080m'].map((text) => formatPatience(parsePatience(text)!));
  assert.deepEqual(shown, ['1h', '90m', '1d', '25h', '7d', '7d']);
  for (let ms = MIN_PATIENCE_MS; ms <= MAX_PATIENCE_MS; ms += 60_000) {
    assert.equal(parsePatience(formatPatience(ms)), ms);
  }
});
