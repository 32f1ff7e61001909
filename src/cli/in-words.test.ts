import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { parseRecoveryRequest } from '../webhooks/recovery/parse-recovery-request.ts';
import { importCommand } from './import.ts';
import { firstInWords, refusalInWords, sizeInWords } from './in-words.ts';

test('faults are named by the options that were typed', () => {
  const refused = parseRecoveryRequest({
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

test('what is named in part says how many more there are', () => {
  assert.deepEqual(firstInWords([], 2), []);
  assert.deepEqual(firstInWords(['a', 'b'], 2), ['a', 'b']);
  assert.deepEqual(firstInWords([1, 2, 3, 4], 2), ['1', '2', 'and 2 more']);
  const imported = {
    accountID: 'acc_1',
    shardID: 'main',
    fromShardID: 'main',
    of: 'move',
    counts: { subscriptions: 1_060 },
    waiting: 0,
    secrets: 'left out',
    switchedOff: Array.from({ length: 1_060 }, (_, n) => n + 1),
    endedRecoveries: [],
  };
  assert.match(
    importCommand.show!(imported as never),
    /switched off: subscriptions 1, 2, .*, 50, and 1,010 more\. Set them/,
  );
});
