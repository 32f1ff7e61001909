import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashRounds } from './crash.ts';
import { engines } from './support/app.ts';
import { random } from './support/seed.ts';

/** Every other one kills the database under the service, too. `npm run torture` goes on for as long as you like. */
const ROUNDS = 3;

for (const engine of engines) {
  test(`no acknowledged change is lost or torn by kill -9 in a write storm (${engine})`, {
    timeout: 180_000,
  }, async (t) => {
    const checked = await crashRounds(engine, ROUNDS, random);
    t.diagnostic(`${checked} acknowledged changes over ${ROUNDS} crashes`);
    assert.ok(checked >= 50 * ROUNDS);
  });
}
