/** The service with a key and a real receiver that it trusts, for tests of what arrives there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Json } from '../../src/kernel/json.ts';
import { type Client, type Engine, startApp, type TestApp } from './app.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

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
): Promise<WebhookApp> {
  const receiver = await startReceiver();
  const app = await startApp(t, engine, { ...trusting(t, receiver), MDS_WEBHOOK_RETRY_MS: '50', ...environment });
  t.after(() => receiver.stop());
  const account = await app.account();
  const client = await app.key(account);

  const deliveries: WebhookApp['deliveries'] = async (id, query = 'take=1000') => {
    const reply = await client.get(`/api/Webhooks/${id}/Deliveries?${query}`);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.json;
  };
  return {
    app,
    account,
    client,
    receiver,
    async subscribe(fields = {}, by = client) {
      const body = { entityType: 'Tasks', action: 'Updated', targetUrl: `${receiver.url}/hook`, ...fields };
      const reply = await by.post('/api/Webhooks', body);
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.json;
    },
    subscription: async (id) => (await client.get(`/api/Webhooks/${id}`)).json,
    async task(fields = {}) {
      const reply = await client.post('/api/Tasks', { Name: 'Check the valve', ...fields });
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.json.ID;
    },
    async rename(task, name) {
      const reply = await client.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: name }]);
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

/** Settings under which the service reaches this machine and trusts the receiver. */
export function trusting(t: Pick<TestContext, 'after'>, receiver: Receiver): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-webhooks-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, receiver.ca);
  return { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_CA_FILE: file };
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
