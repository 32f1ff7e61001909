// However many find out that a database is away, the log says it once, and once that it is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createOutageLog } from './outage-log.ts';

const CALM_MS = 50;

test('one line for an outage, with its reason, and one for its end, with its length', async () => {
  const { outage, lines } = watched();
  outage.answered();
  assert.deepEqual(lines, [], 'a database that answers is not worth a line');
  for (let n = 0; n < 100; n++) outage.failed(new Error(`failure ${n}`), 2_000);
  assert.deepEqual(lines, ['the database of shard s1 is away {"shard":"s1","reason":"failure 0"}']);
  for (let n = 0; n < 100; n++) outage.answered();
  await pause(3 * CALM_MS);
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /^the database of shard s1 is back after 2\.\d s /);
  assert.equal(outage.underWay, false);
});

test('what fails within a moment of the return belongs to the same outage', async () => {
  const { outage, lines } = watched();
  for (let n = 0; n < 3; n++) {
    outage.failed(new Error('away'));
    outage.answered();
    await pause(CALM_MS / 5);
  }
  assert.equal(lines.length, 1);
  await pause(3 * CALM_MS);
  assert.equal(lines.length, 2);
  outage.failed(new Error('away'));
  assert.equal(lines.length, 3, 'the next one is told again');
  outage.close();
});

function watched() {
  const lines: string[] = [];
  const write = (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: write, warn: write, error: write };
  const words = { away: 'is away', back: 'is back' };
  return { lines, outage: createOutageLog({ shardID: 's1', log, words, calmMs: CALM_MS }) };
}
