/** `npm run torture`: the crash tests of CI, many more rounds of them. */

import { crashRounds } from './crash.ts';
import { engines } from './support/app.ts';
import { random } from './support/seed.ts';
import { webhookCrashRounds } from './webhooks/crash.ts';

const rounds = Number(process.argv[2] ?? 50);
for (const engine of engines) {
  const checked = await crashRounds(engine, rounds, random);
  console.log(`${engine}: ${rounds} crashes, ${checked} acknowledged changes, none lost or torn, doctor clean`);
  const hooks = await webhookCrashRounds(engine, 2 * rounds, random);
  console.log(
    `${engine}: ${2 * rounds} crashes, ${hooks.acknowledged} changes, ${hooks.received} deliveries received, none missing, ${hooks.repeated} of them twice`,
  );
}
