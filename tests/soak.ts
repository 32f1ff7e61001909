/**
 * `npm run soak`: the service on PostgreSQL at half of what it can do, for minutes, with endpoints that fail at random and a
 * restart of the database in the middle. Memory has to stay flat, no event may get lost, and nothing may fail but what the
 * restart explains. With --fleet there are four processes of it, which are killed, put to sleep and cut off from the database.
 * Not in CI: npm run soak -- --minutes 2 --rate 300
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { audit, countSwitchedOff, untilSettled } from './soak/audit.ts';
import { printClosing, rounded } from './soak/closing.ts';
import { type Endpoint, startEndpoint } from './soak/endpoint.ts';
import { soakFleet } from './soak/fleet/soak.ts';
import { watchMemory } from './soak/memory.ts';
import { createMix, kinds } from './soak/mix.ts';
import { askSteadily, type Ended, latenciesByKind, measureCapacity } from './soak/pacing.ts';
import { subscribe } from './soak/subscriptions.ts';
import { type Credentials, client } from './support/app.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { runCommand, type Service, startService } from './support/service.ts';

const SETTLING_MS = 120_000;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    fleet: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.minutes) * 60;
const wantedRate = options.rate === undefined ? undefined : Number(options.rate);
if (!(seconds > 0) || !((wantedRate ?? 1) > 0)) throw new Error('--minutes N and --rate N are numbers above 0');

if (options.fleet) process.exit((await soakFleet(seconds, wantedRate)) ? 0 : 1);

const folder = mkdtempSync(join(tmpdir(), 'mds-soak-'));
// As durable as an operator would have it: nothing is turned off.
const postgres = await startPostgres({ settings: { max_connections: '200', shared_buffers: '128MB' } });
const endpoint = await startEndpoint(Math.random);
try {
  const { service, database, credentials } = await startOn(postgres, endpoint);
  try {
    process.exitCode = (await soak(service, database, credentials)) ? 0 : 1;
  } finally {
    await service.end('SIGKILL');
  }
} finally {
  await endpoint.receiver.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

/** Whether every promise was kept. */
async function soak(service: Service, database: string, credentials: Credentials): Promise<boolean> {
  const user = client(service.url, credentials);
  const subscriptions = await subscribe(user, endpoint.receiver.url);
  const mix = createMix([service.url], credentials, subscriptions, Math.random);
  const capacity = wantedRate === undefined ? await measureCapacity(mix) : undefined;
  const rate = wantedRate ?? capacity! / 2;
  say(`${rounded(rate)} requests a second for ${seconds} s${capacity ? `, half of ${rounded(capacity)}` : ''}`);

  const latencies = latenciesByKind(kinds);
  const troubles: Ended[] = [];
  let asked = 0;
  const telling = setInterval(() => say(`${asked} requests, ${troubles.length} failed`), seconds * 100);
  const watch = watchMemory(() => service.pid);
  const restarting = sleep(seconds * 500).then(() => restart(service));
  await askSteadily(mix, rate, seconds * 1000, (ended) => {
    asked++;
    latencies[ended.kind].add(ended.ended - ended.begun);
    if (ended.status === undefined || ended.status >= 300) troubles.push(ended);
  });
  clearInterval(telling);
  const memory = watch.end();
  const away = await restarting;
  await mix.close();

  const waiting = await untilSettled(database, SETTLING_MS);
  const switchedOff = await countSwitchedOff(database);
  const { code: exitCode } = await service.end('SIGTERM');
  const audited = await audit(database, mix.expected, endpoint.arrived);
  const { acknowledged } = mix;
  const ends = { waiting, switchedOff, exitCode, audited, acknowledged, expected: mix.expected.size };
  return printClosing({ seconds, latencies, troubles, memory, away, endpoint: endpoint.counts, ...ends });
}

async function restart(service: Service): Promise<{ from: number; to: number }> {
  const from = Date.now();
  await postgres.restart();
  while ((await fetch(`${service.url}/readyz`).catch(() => undefined))?.status !== 200) await sleep(50);
  say(`the database was restarted, ready again after ${Date.now() - from} ms`);
  return { from, to: Date.now() };
}

async function startOn({ createDatabase }: PostgresServer, { receiver }: Endpoint) {
  const database = await createDatabase();
  const MDS_WEBHOOK_CA_FILE = join(folder, 'ca.pem');
  writeFileSync(MDS_WEBHOOK_CA_FILE, receiver.ca);
  const webhooks = { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_CA_FILE };
  const environment = { DATABASE_URL: database, MDS_RATE_LIMIT: '0', ...webhooks };
  const run = (...argv: string[]) => runCommand(argv, environment, folder);
  await run('migrate');
  const { accountID } = await run('accounts', 'create', '--name', 'Soaked', '--admin-email', 'admin@example.com');
  await run('seed', '--account', accountID, '--size', 'demo');
  const key = await run('keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full');
  const credentials: Credentials = { apiKey: key.apiKey, vaultSecret: key.vaultSecret, shardID: key.shardID };
  const service = await startService(environment, folder, join(folder, 'service.log'));
  process.once('exit', () => void service.end('SIGKILL'));
  return { service, database, credentials };
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
