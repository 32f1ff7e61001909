/**
 * `npm run soak -- --fleet`: two api processes and two workers on one PostgreSQL, while processes are killed, one is put to sleep
 * past its leases, and the database goes silent on every connection there is. Nothing may get lost or out of order.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Credentials, client } from '../../support/app.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { runCommand } from '../../support/service.ts';
import { type SilencingProxy, startSilencingProxy } from '../../support/silencing-proxy.ts';
import { audit, countSwitchedOff, untilSettled } from '../audit.ts';
import { rounded } from '../closing.ts';
import { type Endpoint, startEndpoint } from '../endpoint.ts';
import { watchMemory } from '../memory.ts';
import { createMix, kinds, type Mix } from '../mix.ts';
import { askSteadily, type Ended, latenciesByKind, measureCapacity } from '../pacing.ts';
import { subscribe } from '../subscriptions.ts';
import { printFleetClosing } from './closing.ts';
import { courseOf } from './course.ts';
import { strikeAll } from './faults.ts';
import { type Fleet, startFleet } from './members.ts';

interface Grounds {
  readonly endpoint: Endpoint;
  readonly proxy: SilencingProxy;
  /** The database itself, past the proxy. */
  readonly database: string;
  readonly credentials: Credentials;
  readonly fleet: Fleet;
}

const SETTLING_MS = 120_000;
/** Every delivery has to arrive, so none is answered in a way that ends it. */
const moods = { ignored: 0, reset: 0, refused: 0.01 };

/** Whether every promise was kept. */
export async function soakFleet(seconds: number, wantedRate: number | undefined): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-fleet-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const after = (last: () => unknown) => void cleanUp.unshift(last);
  try {
    const postgres = await startPostgres({ settings: { max_connections: '200', shared_buffers: '128MB' } });
    after(() => postgres.stop('immediate'));
    const endpoint = await startEndpoint(Math.random, moods);
    after(() => endpoint.receiver.stop());
    const grounds = await prepare(postgres, endpoint, folder, after);
    return await soak(grounds, seconds, wantedRate);
  } finally {
    for (const last of cleanUp) await last();
  }
}

async function prepare(
  { createDatabase }: PostgresServer,
  endpoint: Endpoint,
  folder: string,
  after: (last: () => unknown) => void,
): Promise<Grounds> {
  const database = await createDatabase();
  const proxy = await startSilencingProxy({ after: (last) => after(last as () => unknown) }, database);
  const MDS_WEBHOOK_CA_FILE = join(folder, 'ca.pem');
  writeFileSync(MDS_WEBHOOK_CA_FILE, endpoint.receiver.ca);
  const webhooks = { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_CA_FILE };
  const environment = { DATABASE_URL: proxy.url, MDS_RATE_LIMIT: '0', ...webhooks };
  const run = (...argv: string[]) => runCommand(argv, environment, folder);
  await run('migrate');
  const { accountID } = await run('accounts', 'create', '--name', 'Fleet', '--admin-email', 'admin@example.com');
  await run('seed', '--account', accountID, '--size', 'demo');
  const key = await run('keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full');
  const credentials: Credentials = { apiKey: key.apiKey, vaultSecret: key.vaultSecret, shardID: key.shardID };
  const fleet = await startFleet(environment, folder);
  after(() => Promise.all(fleet.members.map((member) => member.end('SIGKILL'))));
  return { endpoint, proxy, database, credentials, fleet };
}

async function soak(grounds: Grounds, seconds: number, wantedRate: number | undefined): Promise<boolean> {
  const { endpoint, proxy, database, credentials, fleet } = grounds;
  const subscriptions = await subscribe(client(fleet.apis[0].url, credentials), endpoint.receiver.url);
  const mix = createMix(
    fleet.apis.map(({ url }) => url),
    credentials,
    subscriptions,
    Math.random,
  );
  const rate = wantedRate ?? (await restrained(mix));
  say(`${rounded(rate)} requests a second for ${rounded(seconds)} s`);

  const latencies = latenciesByKind(kinds);
  const troubles: Ended[] = [];
  let asked = 0;
  const telling = setInterval(() => say(`${asked} requests, ${troubles.length} failed`), seconds * 100);
  const watches = fleet.members.map((member) => ({ name: member.name, watch: watchMemory(() => member.pid) }));
  const striking = strikeAll(fleet, proxy, seconds, say);
  await askSteadily(mix, rate, seconds * 1000, (ended) => {
    asked++;
    latencies[ended.kind].add(ended.ended - ended.begun);
    if (ended.status === undefined || ended.status >= 300) troubles.push(ended);
  });
  clearInterval(telling);
  const memories = Object.fromEntries(watches.map(({ name, watch }) => [name, watch.end()]));
  const windows = await striking;
  await mix.close();

  const waiting = await untilSettled(database, SETTLING_MS);
  const switchedOff = await countSwitchedOff(database);
  const exits = await Promise.all(fleet.members.map((member) => member.end('SIGTERM')));
  const audited = await audit(database, mix.expected, endpoint.arrived);
  const course = await courseOf(database, windows, endpoint.arrivals);
  const { acknowledged } = mix;
  const ends = { waiting, switchedOff, exitCodes: exits.map(({ code }) => code), acknowledged };
  const asFound = { seconds, latencies, troubles, memories, windows, audited, course, ...ends };
  return printFleetClosing({ ...asFound, expected: mix.expected.size, again: endpoint.counts.again });
}

/** The clients, the database and four processes share the machine, and half of the processes are away at times. */
async function restrained(mix: Mix): Promise<number> {
  return (await measureCapacity(mix)) / 4;
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
