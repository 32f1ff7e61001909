import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashRounds } from './crash.ts';
import { engines } from './support/app.ts';
import { random } from './support/seed.ts';

for (const engine of engines) {
  test(`no acknowledged change is lost or torn by kill -9 in a write storm (${engine})`, {
    timeout: 180_000,
  }, async (t) => {
    const checked = await crashRounds(engine, 10, random);
    t.diagnostic(`${checked} acknowledged changes over 10 crashes`);
    assert.ok(checked >= 500);
  });
}
