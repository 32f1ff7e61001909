import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/app.ts';
import { random } from '../support/seed.ts';
import { webhookCrashRounds } from './crash.ts';

/** `npm run torture` goes on for as long as you like. */
const ROUNDS = 3;

for (const engine of engines) {
  test(`kill -9 loses no delivery, keeps the order of records and resets no retry budget (${engine})`, {
    timeout: 240_000,
  }, async (t) => {
    const { acknowledged, received, repeated } = await webhookCrashRounds(engine, ROUNDS, random);
    t.diagnostic(
      `${acknowledged} changes over ${ROUNDS} crashes, ${received} requests received, ${repeated} of them repeated`,
    );
    assert.ok(acknowledged > 20 * ROUNDS, `only ${acknowledged} changes were acknowledged`);
  });
}
