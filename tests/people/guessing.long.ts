// Others do not notice, and people elsewhere come in, while a thousand passwords a second are guessed. GUESSING_PER_SECOND and GUESSING_SECONDS say otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/app.ts';
import { guessing, percentile } from './guessing.ts';

const perSecond = Number(process.env.GUESSING_PER_SECOND ?? 1_000);
const seconds = Number(process.env.GUESSING_SECONDS ?? 60);

for (const engine of engines) {
  test(`${perSecond} wrong passwords a second from 100 addresses slow nobody down (${engine})`, {
    timeout: 300_000,
  }, async (t) => {
    const { guesses, lists, entered } = await guessing(t, engine, { perSecond, addresses: 100, seconds });
    t.diagnostic(`answers to guesses: ${[...guesses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
    t.diagnostic(
      `lists: ${lists.length}, p50 ${percentile(lists, 0.5).toFixed(1)} ms, p99 ${percentile(lists, 0.99).toFixed(1)} ms, longest ${lists.at(-1)!.toFixed(1)} ms`,
    );
    const took = entered.map(([, ms]) => ms).sort((a, b) => a - b);
    t.diagnostic(
      `signed in: ${entered.map(([status]) => status).join(' ')}; p50 ${percentile(took, 0.5).toFixed(0)} ms, longest ${took.at(-1)!.toFixed(0)} ms`,
    );
    assert.ok(percentile(lists, 0.99) < 50);
    assert.deepEqual(
      entered.filter(([status]) => status !== 200),
      [],
    );
  });
}
