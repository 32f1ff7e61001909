// Whatever one account, or somebody without any, does to the service, another account is served as before. The attacks that
// take a few seconds to show their harm; `npm run neighbours` runs all of them for longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacks } from './neighbours/attacks/index.ts';
import { furnish } from './neighbours/house.ts';
import { moveIn } from './neighbours/mix.ts';
import { toldOf } from './neighbours/report.ts';
import { measureQuiet, tryAttack } from './neighbours/trial.ts';
import { engines } from './support/app.ts';
import { testDatabase } from './support/postgres.ts';

const SECONDS = 1;
/** Some thirty requests of a kind: their p99 is the slowest of them. The long form is strict; here harm is what it was before, seconds. */
const SLACK = 3;
/** Half a minute where nothing is wrong; what is wrong makes each attack wait for the service to recover. */
const MAX_MS = 300_000;
/** Enough to do harm with: 10 MB of long ones. */
const TASKS = { long: 150, short: 1_000 };
const short = attacks.filter((attack) => attack.short);

for (const engine of engines) {
  test(`an account is served as before, whatever its neighbours do (${engine})`, { timeout: MAX_MS }, async (t) => {
    const database = engine === 'postgres' ? { database: await testDatabase(t) } : {};
    const house = await furnish({ engine, ...database, attacks: short, tasks: TASKS });
    t.after(() => house.end());
    const mix = await moveIn(house);
    const quiet = await measureQuiet(mix, SECONDS);
    for (const attack of short) {
      await t.test(`${attack.name}: ${attack.does}`, async (t) => {
        const trial = await tryAttack(house, mix, attack, SECONDS, quiet, SLACK);
        t.diagnostic(toldOf(trial));
        assert.deepEqual(
          trial.broken.map(({ says }) => says),
          [],
        );
      });
    }
  });
}
