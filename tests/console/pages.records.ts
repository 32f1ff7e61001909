/** Pages of lists and records. */
import type { Page } from 'playwright-core';
import type { Client } from '../support/app.ts';
import type { ConsoleApp } from '../support/browser.ts';
import { chooseMore } from './eventually.ts';
import type { Shown } from './pages.ts';

const rows = 'tbody tr';
const types = [
  ...['WorkOrders', 'Tasks', 'Assets', 'Forms', 'PurchaseOrders', 'Jobs', 'Employees', 'Users', 'Products', 'Routes'],
  ...['Boards', 'FormTemplates', 'AssetStatuses', 'Locations', 'Vendors'],
];

/** Those with parts of their own: moves, lines, where it is used. */
const different = new Set(['WorkOrders', 'PurchaseOrders', 'Boards', 'Forms']);

const firstRow = async (page: Page) => {
  await page.locator('tbody th a').first().click();
  await page.locator('[data-group=System]').waitFor();
  await page.getByRole('heading', { name: 'Latest changes' }).waitFor();
};

/** A work order of its own, changed once. */
async function changedOrder(app: ConsoleApp): Promise<{ id: number; key: Client }> {
  const key = await app.app.key(app.account, { name: 'ERP sync' });
  const { ID: id } = (await key.post('/api/WorkOrders', { Name: 'Lift stuck at third floor', AssetID: 3 })).json;
  await key.patch(`/api/WorkOrders/${id}`, [
    { op: 'replace', path: '/AssetID', value: 4 },
    { op: 'replace', path: '/DueOn', value: '2026-11-14T12:00:00Z' },
  ]);
  return { id, key };
}

export const recordPages: readonly Shown[] = [
  ...types.map((type): Shown => ({ name: `list-${type}`, at: `/${type}`, ready: rows, alike: type !== 'Tasks' })),
  ...types.map(
    (type): Shown => ({
      name: `record-${type}`,
      // The oldest: the newest of the smallest demo has nothing in most fields.
      at: `/${type}?orderby=ID`,
      ready: rows,
      bring: firstRow,
      alike: !different.has(type),
    }),
  ),
  {
    name: 'list-filtered',
    alike: true,
    at: '/WorkOrders?Status=Cancelled+ne&DueOn=@now+lt&extFilter=true&orderby=Priority+Desc,DueOn',
    ready: rows,
  },
  { name: 'list-none-match', at: '/WorkOrders?Name=nothing+is+called+so', ready: 'h2:text("No work orders match")' },
  { name: 'list-wrong', alike: true, at: '/WorkOrders?Nmae=pump', ready: '[role=alert]' },
  {
    name: 'list-filter-dialog',
    at: '/WorkOrders',
    ready: rows,
    async bring(page) {
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('dialog').getByLabel('Field').selectOption('AssetID');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Asset' }).click();
      await page.locator('[role=option]').nth(2).waitFor();
    },
  },
  {
    name: 'list-columns-dialog',
    at: '/WorkOrders',
    ready: rows,
    async bring(page) {
      await chooseMore(page, 'Columns');
      await page.getByRole('dialog').getByLabel('Width of Name').waitFor();
    },
  },
  { name: 'list-peek', at: '/WorkOrders?ui.peek=2', ready: '[data-peek] dl' },
  {
    name: 'list-totals',
    at: '/WorkOrders?ui.cols=Number,Name,Status,LabourMinutes,TotalCost,UpdatedOn',
    ready: rows,
    async bring(page) {
      await page.getByRole('button', { name: 'Totals' }).click();
      await page.locator('tfoot th').first().waitFor();
    },
  },
  {
    name: 'list-filter-between',
    alike: true,
    at: '/WorkOrders',
    ready: rows,
    async bring(page) {
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('dialog').getByLabel('Field').selectOption('DueOn');
      await page.getByRole('dialog').getByLabel('Condition').selectOption('between');
      await page.getByRole('dialog').getByLabel('From').selectOption('ago');
    },
  },
  {
    name: 'list-none-match-but',
    alike: true,
    at: '/WorkOrders?Status=Completed&Status=Cancelled&CompletedOn=null&CancelledOn=null&extFilter=true',
    ready: 'main li button',
  },
  {
    name: 'record-deleted',
    async at(app) {
      const { id, key } = await changedOrder(app);
      await key.delete(`/api/WorkOrders/${id}`);
      return `/${app.account.id}/WorkOrders/${id}`;
    },
    ready: 'text=Deleted by ERP sync',
  },
  {
    name: 'record-long-title',
    alike: true,
    async at(app) {
      const key = await app.app.key(app.account, { name: 'ERP sync' });
      const Name =
        'Replace the seals of both pumps in the plant room, north block, and bleed every radiator above them';
      const { ID } = (await key.post('/api/WorkOrders', { Name, Priority: 'Urgent', DueOn: '2026-01-05T09:00:00Z' }))
        .json;
      return `/${app.account.id}/WorkOrders/${ID}`;
    },
    ready: '[data-group=System]',
  },
  {
    name: 'order-unsendable',
    async at(app) {
      const key = await app.app.key(app.account, { name: 'ERP sync' });
      const { ID } = (await key.post('/api/PurchaseOrders', {})).json;
      return `/${app.account.id}/PurchaseOrders/${ID}`;
    },
    ready: '[aria-label=Moves] [aria-disabled]:not([aria-busy])',
  },
  {
    name: 'record-editing',
    alike: true,
    at: '/WorkOrders?orderby=ID',
    ready: rows,
    async bring(page) {
      await firstRow(page);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByRole('button', { name: 'Edit Where' }).click();
      await page.getByLabel('Category').fill('Lifts');
    },
  },
  {
    name: 'form-editing',
    async at(app) {
      const key = await app.app.key(app.account, { name: 'ERP sync' });
      const { ID } = (await key.post('/api/Forms', { Name: 'Monthly round', FormTemplateID: 1 })).json;
      return `/${app.account.id}/Forms/${ID}`;
    },
    ready: '[data-group=System]',
    async bring(page) {
      await page.getByRole('button', { name: 'Edit Answers', exact: true }).click();
      await page.getByLabel('Note').first().waitFor();
    },
  },
  {
    name: 'order-editing',
    at: '/PurchaseOrders?orderby=ID',
    ready: rows,
    async bring(page) {
      await firstRow(page);
      await page.getByRole('button', { name: 'Edit Lines' }).click();
      await page.getByRole('button', { name: 'Add a row' }).waitFor();
    },
  },
  {
    name: 'record-History',
    async at(app) {
      const { id, key } = await changedOrder(app);
      await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Status', value: 'OnHold' }]);
      return `/${app.account.id}/WorkOrders/${id}/History`;
    },
    ready: 'article',
  },
  ...['Related', 'Json', 'Sent'].map(
    (tab): Shown => ({
      name: `record-${tab}`,
      at: `/WorkOrders/1/${tab}`,
      ready: { Related: 'h3:text("Tasks"), h2:text("Tasks")', Json: 'main pre', Sent: 'text=Nothing was sent' }[tab]!,
      alike: tab !== 'Related',
    }),
  ),
  {
    name: 'record-move',
    at: async (app) => `/${app.account.id}/WorkOrders/${(await changedOrder(app)).id}`,
    ready: '[data-group=System]',
    async bring(page) {
      await page.getByRole('button', { name: 'Put on hold' }).and(page.locator(':not([aria-busy])')).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'record-conflict',
    at: async (app) => `/${app.account.id}/WorkOrders/${(await changedOrder(app)).id}`,
    ready: '[data-group=System]',
    async bring(page, app) {
      const id = page.url().split('/').at(-1);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByLabel('Category').fill('Lifts');
      await page.getByLabel('Priority').selectOption('High');
      const key = await app.app.key(app.account, { name: 'ERP sync' });
      await key.patch(`/api/WorkOrders/${id}`, [
        { op: 'replace', path: '/Category', value: 'Vertical transport' },
        { op: 'replace', path: '/LabourMinutes', value: 30 },
      ]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Yours').check();
    },
  },
  { name: 'record-not-there', alike: true, at: '/WorkOrders/999999', ready: 'h1:text("There is no such work order")' },
  { name: 'record-near', at: '/PurchaseOrders/25', ready: 'h1:text("There is no such purchase order")' },
  { name: 'new-WorkOrders', at: '/WorkOrders/new', ready: 'h1:text("New work order")' },
  { name: 'new-PurchaseOrders', alike: true, at: '/PurchaseOrders/new', ready: 'h1:text("New purchase order")' },
  { name: 'board', at: '/WorkOrders?ui.view=board', ready: '[data-card]' },
  { name: 'list-technician', alike: true, as: 'technician', at: '/Products', ready: rows },
  { name: 'new-forbidden', alike: true, as: 'technician', at: '/Products/new', ready: 'main h1' },
];
