// As outage.test.ts, with ten thousand events of five hundred records.

import { test } from 'node:test';
import { engines } from '../support/app.ts';
import { outageDrill } from './outage.ts';

for (const engine of engines) {
  test(`10,000 events arrive in order after an outage of three hours (${engine})`, { timeout: 600_000 }, async (t) => {
    const { requests, drainedMs } = await outageDrill(t, engine, 500, 10_000);
    t.diagnostic(`${requests} requests while it was down, drained in ${(drainedMs / 1_000).toFixed(1)} s`);
  });
}
