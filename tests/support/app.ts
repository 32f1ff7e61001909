/** The whole service on a real socket and a real database of either engine, for tests that speak HTTP to it. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AccountScope } from '../../src/accounts/account.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createIntegration, type KeyRequest } from '../../src/accounts/integrations.ts';
import { isRefused } from '../../src/accounts/refused.ts';
import { type AppOptions, buildApp } from '../../src/app.ts';
import { startDelivering } from '../../src/background.ts';
import type { Json } from '../../src/lib/json.ts';
import { type Log, noLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/observability/metrics/index.ts';
import { addAdmin } from '../../src/people/add-admin.ts';
import { readSettings, shardsOf } from '../../src/settings.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { accountLimitsOf, closeShards, openShards } from '../../src/storage/shards.ts';
import { TEST_KEY } from './keys.ts';
import { type Lifetime, lastFirst } from './lifetime.ts';
import { emptyDatabase, testDatabase } from './postgres.ts';
import { drawn } from './seed.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** What a test does on an engine. */
type OnEngine = (engine: Engine, t: TestContext) => Promise<void>;

/** One test per engine, so that a report names the one that fails. */
export function onBothEngines(name: string, run: OnEngine): void {
  for (const engine of engines) test(`${name} (${engine})`, (t) => run(engine, t));
}

/**
 * For what does not depend on the engine: on one of them, which is drawn from the seed, so that over the runs each has its turn.
 * TEST_ENGINES=both npm test tries both.
 */
export function onEitherEngine(name: string, run: OnEngine): void {
  const chosen = process.env.TEST_ENGINES === 'both' ? engines : [engines[drawn(name, engines.length)]!];
  for (const engine of chosen) test(`${name} (${engine})`, (t) => run(engine, t));
}

export interface Credentials {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

export interface TestApp {
  readonly url: string;
  readonly shards: ReadonlyMap<string, Shard>;
  readonly shard: Shard;
  account(name?: string): Promise<AccountScope>;
  key(account: AccountScope, request?: Partial<KeyRequest>): Promise<Client>;
}

/** Speaks to the service with one key. */
export interface Client {
  readonly credentials: Credentials;
  readonly integrationID: string;
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: Json, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, operations: Json, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
}

export interface SendOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; fails the test when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes and assert what they find.
  readonly json: any;
}

export async function startApp(
  t: Lifetime,
  engine: Engine,
  environment: Record<string, string> = {},
  { log = noLog, ...options }: Omit<AppOptions, 'role' | 'metrics' | 'certificate'> & { readonly log?: Log } = {},
): Promise<TestApp> {
  const settings = readSettings({
    DATABASE_URL: await databaseUrl(t, engine),
    MDS_RATE_LIMIT: '0',
    MDS_DRAIN_MS: '0',
    // It shares its thread with the tests, and the machine with those of other processes.
    MDS_MAX_DELAY_MS: '60000',
    HOST: '127.0.0.1',
    PORT: '0',
    MDS_SECRETS_KEY: TEST_KEY,
    ...environment,
  });
  const shards = await openShards(shardsOf(settings), {
    role: 'server',
    readerThreads: settings.MDS_READER_THREADS,
    ...accountLimitsOf(settings),
    keys: settings.MDS_SECRETS_KEY,
    poolSize: 5,
    mappedMiB: settings.MDS_SQLITE_MAP_MIB,
    mayCreate: true,
    log,
  });
  const metrics = createMetrics();
  const server = buildApp(settings, shards, log, { metrics, passwordCost: CHEAP, failureStepMs: 0, ...options });
  const delivering = startDelivering(settings, shards, log, metrics, () => server.load());
  const url = await server.listen({ host: '127.0.0.1', port: settings.PORT });
  lastFirst(t).after(async () => {
    await Promise.all([server.close(), delivering.stop(1_000)]);
    await closeShards(shards);
  });
  const shard = [...shards.values()][0]!;
  return {
    url,
    shards,
    shard,
    account: (name = 'Test firm') => createTestAccount(shards.get(shard.id)!, name),
    key: (account, request = {}) => createKey(url, shards.get(account.shardID)!, account, request),
  };
}

/** Tests of other things do not wait for passwords. */
export const CHEAP = { memoryKiB: 64, passes: 1, lanes: 1 };

/** A fresh database of the engine, as the program makes it, gone after the test. */
export async function databaseUrl(t: Lifetime, engine: Engine): Promise<string> {
  if (engine === 'postgres') return testDatabase(t);
  const url = fileUrl(t);
  // Where the runner has made one: copying it is quicker than migrating.
  if (process.env.MDS_TEST_SQLITE) copyFileSync(process.env.MDS_TEST_SQLITE, url.slice('sqlite:'.length));
  return url;
}

/** The same without any table. */
export async function emptyDatabaseUrl(t: Lifetime, engine: Engine): Promise<string> {
  return engine === 'postgres' ? emptyDatabase(t) : fileUrl(t);
}

function fileUrl(t: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-test-'));
  lastFirst(t).after(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'test.db')}`;
}

export async function createTestAccount(shard: Shard, name: string): Promise<AccountScope> {
  const account = await createAccount(shard.accounts, { name, adminEmail: 'admin@example.com' }, addAdmin(shard));
  if (isRefused(account)) throw new Error(account.refused);
  return account;
}

export async function createKey(
  url: string,
  shard: Shard,
  account: AccountScope,
  request: Partial<KeyRequest>,
): Promise<Client> {
  const issued = await createIntegration(shard.accounts, account, { name: 'Test key', preset: 'Full', ...request });
  if (isRefused(issued)) throw new Error(issued.refused);
  const { apiKey, vaultSecret, shardID, integrationID } = issued;
  return client(url, { apiKey, vaultSecret, shardID }, integrationID);
}

export function client(url: string, credentials: Credentials, integrationID = ''): Client {
  const send = async (method: string, path: string, { headers = {}, body }: SendOptions = {}): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...credentials, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: body as string }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  };
  const typed = (type: string, headers: Record<string, string> = {}) => ({ 'content-type': type, ...headers });
  return {
    credentials,
    integrationID,
    send,
    get: (path, headers) => send('GET', path, headers ? { headers } : {}),
    post: (path, body, headers) =>
      send('POST', path, { body: JSON.stringify(body), headers: typed('application/json', headers) }),
    patch: (path, operations, headers) =>
      send('PATCH', path, { body: JSON.stringify(operations), headers: typed('application/json-patch+json', headers) }),
    delete: (path, headers) => send('DELETE', path, headers ? { headers } : {}),
  };
}
