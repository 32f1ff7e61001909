/** Pages of the webhooks, integrations and events. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/app.ts';
import type { ConsoleApp } from '../support/browser.ts';
import type { Shown } from './pages.ts';

interface Connections {
  readonly erp: Client;
  /** Its deliveries fail: there is no such name. */
  readonly failing: number;
  readonly off: number;
  readonly delivery: number;
  readonly task: number;
}

const made = new WeakMap<ConsoleApp, Promise<Connections>>();

/** Once for each console. */
function connections(app: ConsoleApp): Promise<Connections> {
  const known = made.get(app) ?? make(app);
  made.set(app, known);
  return known;
}

async function make({ app, account }: ConsoleApp): Promise<Connections> {
  const erp = await app.key(account, { name: 'ERP sync', preset: 'Maintenance', submitter: 'erp@example.com' });
  await app.key(account, { name: 'Power BI', preset: 'Reporting' });
  const old = await app.key(account, { name: 'Old importer', preset: 'Operations' });
  const webhook = async (key: Client, fields: object): Promise<number> => {
    const body = {
      entityType: 'Tasks',
      action: 'Created',
      targetUrl: 'https://hooks.nowhere.invalid/tasks',
      ...fields,
    };
    return (await key.post('/api/Webhooks', body)).json.id;
  };
  const failing = await webhook(erp, { name: 'New tasks to the planner', headers: { 'X-Tenant': 'north' } });
  await webhook(erp, { entityType: 'WorkOrders', action: 'Completed', name: 'Invoicing' });
  const off = await webhook(old, { name: 'Former stock system', entityType: 'Products', action: 'Updated' });
  await app.shard.accounts.revoke(
    account,
    old.integrationID,
    Date.now(),
    'The API key of the integration "Old importer" was revoked.',
  );
  const task = (await erp.post('/api/Tasks', { Name: 'Check the door <b>of lift 2</b>' })).json.ID;
  let log: { id: number; state: string }[] = [];
  while (!log.some(({ state }) => state === 'failed')) {
    await sleep(20);
    log = (await erp.get(`/api/Webhooks/${failing}/Deliveries`)).json;
  }
  return { erp, failing, off, delivery: log[0]!.id, task };
}

/** An address below the account, which has connections by then. */
export const below = (path: (made: Connections) => string) => async (app: ConsoleApp) =>
  `/${app.account.id}${path(await connections(app))}`;

export const connectionPages: readonly Shown[] = [
  { name: 'webhooks', at: below(() => '/Webhooks'), ready: 'td svg[role=img]' },
  { name: 'webhooks-forbidden', as: 'technician', at: '/Webhooks', ready: 'text=Needs Company Settings' },
  {
    name: 'webhook-new',
    at: below(() => '/Webhooks/new'),
    ready: 'text=What you will receive',
    async bring(page) {
      await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.7/hook');
      await page.getByRole('button', { name: 'Generate secret' }).click();
      await page.getByRole('button', { name: 'Check address' }).click();
      await page.getByText('Deliveries cannot get there').waitFor();
    },
  },
  { name: 'webhook', at: below(({ failing }) => `/Webhooks/${failing}`), ready: 'dt:text("Failures in a row")' },
  { name: 'webhook-off', at: below(({ off }) => `/Webhooks/${off}`), ready: 'text=It is off' },
  { name: 'webhook-gone', at: '/Webhooks/99999', ready: 'text=There is no such webhook' },
  { name: 'deliveries', at: below(({ failing }) => `/Webhooks/${failing}/Deliveries`), ready: 'tbody tr' },
  {
    name: 'deliveries-none-match',
    at: below(
      ({ failing }) => `/Webhooks/${failing}/Deliveries?state=succeeded&recordID=7&since=2026-01-01T00:00:00.000Z`,
    ),
    ready: 'text=No delivery matches',
    bring: (page) => page.getByRole('button', { name: 'More filters' }).click(),
  },
  {
    name: 'delivery',
    at: below(({ failing, delivery }) => `/Webhooks/${failing}/Deliveries/${delivery}`),
    ready: 'text=Attempt 1',
    async bring(page) {
      await page.getByRole('button', { name: 'Show the request' }).click();
      await page.getByText('X-Entity-Type').waitFor();
    },
  },
  {
    name: 'webhook-why',
    at: below(({ failing, task }) => `/Webhooks/${failing}/Why?recordID=${task}`),
    ready: 'li[data-step=sent]',
  },
  {
    name: 'webhook-recover',
    at: below(({ failing }) => `/Webhooks/${failing}/Recover?since=2026-01-01T00:00:00.000Z`),
    ready: 'text=None yet',
    async bring(page) {
      await page.getByRole('button', { name: 'Count first' }).click();
      await page.getByText('1 event of 1 record').waitFor();
    },
  },
  { name: 'integrations', at: below(() => '/Integrations'), ready: 'tbody tr' },
  { name: 'integration-new', at: '/Integrations/new', ready: 'text=Can read and change' },
  {
    name: 'integration-once',
    at: '/Integrations/new',
    ready: 'text=Can read and change',
    async bring(page) {
      await page.getByLabel('Name', { exact: true }).fill('Warehouse');
      await page.getByRole('button', { name: 'Make integration' }).click();
      await page.getByText('vaultSecret', { exact: true }).waitFor();
    },
  },
  {
    name: 'integration',
    at: below(({ erp }) => `/Integrations/${erp.integrationID}`),
    ready: 'text=Its webhooks',
  },
  {
    name: 'integration-revoke',
    at: below(({ erp }) => `/Integrations/${erp.integrationID}`),
    ready: 'text=Its webhooks',
    async bring(page) {
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('go off at once').waitFor();
    },
  },
  {
    name: 'events',
    at: '/Events?entityType=WorkOrders&action=Completed',
    ready: 'pre',
  },
];
