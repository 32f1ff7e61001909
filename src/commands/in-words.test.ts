import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { readRecovery } from '../webhooks/recovery/read-recovery.ts';
import { refusalInWords, sizeInWords } from './in-words.ts';

test('faults are named by the options that were typed', () => {
  const refused = readRecovery({
    since: '1h',
    until: null,
    what: ['failed'],
    newestOnly: false,
    perSecond: 0,
    dryRun: true,
  });
  assert.ok(refused instanceof Problem);
  assert.match(
    refusalInWords(refused),
    /^--since must be a time such as \S+Z\.\n--per-second must be a whole number from 1 to \d+\.$/,
  );
});

test('a size is said in the unit that fits it', () => {
  assert.deepEqual([1, 16_384, 999_001, 1_000_000, 38_200_000].map(sizeInWords), [
    '1 kB',
    '17 kB',
    '1,000 kB',
    '1 MB',
    '39 MB',
  ]);
});
