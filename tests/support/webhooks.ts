/** The service with a key and a real receiver that it trusts, for tests of what arrives there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Json } from '../../src/lib/json.ts';
import { type Log, noLog } from '../../src/lib/log.ts';
import { type Client, client, databaseUrl, type Engine, startApp, type TestApp } from './app.ts';
import { createFirm } from './firm.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { startService } from './service.ts';
import { sharedApp } from './shared-app.ts';

export interface WebhookApp {
  readonly app: TestApp;
  readonly account: AccountScope;
  readonly client: Client;
  readonly receiver: Receiver;
  /** Subscribes to changes of tasks at the receiver, unless the fields say otherwise; gives the subscription. */
  subscribe(fields?: { [field: string]: Json }, by?: Client): Promise<Shown>;
  subscription(id: number): Promise<Shown>;
  /** A new task; gives its ID. */
  task(fields?: { [field: string]: Json }): Promise<number>;
  rename(task: number, name: string): Promise<void>;
  /** The log of a subscription, oldest first. */
  deliveries(id: number, query?: string): Promise<Shown[]>;
  /** Resolves with the log once it satisfies the condition. */
  settled(id: number, enough: (deliveries: Shown[]) => boolean, timeoutMs?: number): Promise<Shown[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what the API shows and assert what they find.
export type Shown = any;

export async function startWebhookApp(
  t: TestContext,
  engine: Engine,
  environment: Record<string, string> = {},
  otherReceivers: readonly Receiver[] = [],
  log: Log = noLog,
): Promise<WebhookApp> {
  const receiver = await startReceiver();
  const trusted = trusting(receiver, ...otherReceivers);
  const settings = { ...trusted, MDS_WEBHOOK_RETRY_MS: '50', ...environment };
  const isOwn = log !== noLog || environment.DATABASE_URL !== undefined;
  const app = isOwn ? await startApp(t, engine, settings, { log }) : await sharedApp(engine, settings);
  t.after(() => receiver.stop());
  const account = await app.account();
  const user = await app.key(account);

  const deliveries: WebhookApp['deliveries'] = async (id, query = 'take=1000') => {
    const reply = await user.get(`/api/Webhooks/${id}/Deliveries?${query}`);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.json;
  };
  return {
    app,
    account,
    client: user,
    receiver,
    async subscribe(fields = {}, by = user) {
      const body = { entityType: 'Tasks', action: 'Updated', targetUrl: `${receiver.url}/hook`, ...fields };
      const reply = await by.post('/api/Webhooks', body);
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.json;
    },
    subscription: async (id) => (await user.get(`/api/Webhooks/${id}`)).json,
    async task(fields = {}) {
      const reply = await user.post('/api/Tasks', { Name: 'Check the valve', ...fields });
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.json.ID;
    },
    async rename(task, name) {
      const reply = await user.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: name }]);
      if (reply.status !== 200) throw new Error(reply.text);
    },
    deliveries,
    async settled(id, enough, timeoutMs = 10_000) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const found = await deliveries(id);
        if (enough(found)) return found;
        if (Date.now() > until) throw new Error(`The log has come to:\n${JSON.stringify(found, null, 1)}`);
        await sleep(20);
      }
    },
  };
}

/** By what is in them: they are few, and gone with this process. */
const authorityFiles = new Map<string, string>();

/** Settings under which the service reaches this machine and trusts the receivers. */
export function trusting(...receivers: Receiver[]): Record<string, string> {
  const authorities = [...new Set(receivers.map(({ ca }) => ca))].sort().join('\n');
  const file = authorityFiles.get(authorities) ?? writeAuthorities(authorities);
  authorityFiles.set(authorities, file);
  return { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_CA_FILE: file };
}

function writeAuthorities(authorities: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-webhooks-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, authorities);
  return file;
}

export function bodyOf({ body }: Received): Shown {
  return JSON.parse(String(body));
}

/** The names of the records as they arrived. */
export function namesOf(requests: readonly Received[]): string[] {
  return requests.map((request) => bodyOf(request).data.Name);
}

export const allSettled = (deliveries: Shown[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ state }) => state !== 'waiting');

/** The service as a process of its own, as under load: a receiver in the same process would share its thread. */
export async function startServiceWithKey(
  t: TestContext,
  engine: Engine,
  environment: Record<string, string>,
): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-service-'));
  const all = { DATABASE_URL: await databaseUrl(t, engine), MDS_RATE_LIMIT: '0', ...environment };
  const key = (await createFirm(all)).credentials;
  const service = await startService(all, folder);
  t.after(async () => {
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return client(service.url, key);
}
