/** `npm run torture`: the crash tests of CI, many more rounds of them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashRounds } from './crash.ts';
import { engines } from './support/app.ts';
import { startPostgres } from './support/postgres.ts';
import { random } from './support/seed.ts';
import { webhookCrashRounds } from './webhooks/crash.ts';
import { recoveryCrash } from './webhooks/recovery-crash.ts';

const RECOVERED = 5_000;

const rounds = Number(process.argv[2] ?? 50);
for (const engine of engines) {
  const checked = await crashRounds(engine, rounds, random);
  console.log(`${engine}: ${rounds} crashes, ${checked} acknowledged changes, none lost or torn, doctor clean`);
  const hooks = await webhookCrashRounds(engine, 2 * rounds, random);
  console.log(
    `${engine}: ${2 * rounds} crashes, ${hooks.acknowledged} changes, ${hooks.received} deliveries received, none missing, ${hooks.repeated} of them twice`,
  );
  const { repeated, seconds } = await onDatabase(engine, (url) => recoveryCrash(url, RECOVERED));
  console.log(
    `${engine}: a recovery of ${RECOVERED} events, killed in the middle: each sent once more in order, ${repeated} of them twice, ${seconds.toFixed(1)} s`,
  );
}

/** An empty one, gone afterwards. */
async function onDatabase<Result>(
  engine: (typeof engines)[number],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-torture-'));
  const postgres = engine === 'postgres' ? await startPostgres({ settings: { max_connections: '50' } }) : undefined;
  try {
    return await work(postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'recovery.db')}`);
  } finally {
    await postgres?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}
