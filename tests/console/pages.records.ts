/** Pages of lists and records. */
import type { Page } from 'playwright-core';
import type { Shown } from './pages.ts';

const rows = 'tbody tr';
const types = [
  ...['WorkOrders', 'Tasks', 'Assets', 'Forms', 'PurchaseOrders', 'Jobs', 'Employees', 'Users', 'Products', 'Routes'],
  ...['Boards', 'FormTemplates', 'AssetStatuses', 'Locations', 'Vendors'],
];

/** Those with parts of their own: moves, lines, answers, a colour. */
const different = new Set(['WorkOrders', 'PurchaseOrders', 'Forms', 'AssetStatuses']);

const firstRow = async (page: Page) => {
  await page.locator('tbody th a').first().click();
  await page.locator('[data-group=System]').waitFor();
  await page.getByRole('heading', { name: 'Latest changes' }).waitFor();
};

export const recordPages: readonly Shown[] = [
  ...types.map((type): Shown => ({ name: `list-${type}`, at: `/${type}`, ready: rows, alike: type !== 'Tasks' })),
  ...types.map(
    (type): Shown => ({
      name: `record-${type}`,
      at: `/${type}`,
      ready: rows,
      bring: firstRow,
      alike: !different.has(type),
    }),
  ),
  {
    name: 'list-filtered',
    at: '/WorkOrders?Status=Cancelled+ne&DueOn=@now+lt&extFilter=true&orderby=Priority+Desc,DueOn',
    ready: rows,
  },
  { name: 'list-none-match', at: '/WorkOrders?Name=nothing+is+called+so', ready: 'h2:text("No work orders match")' },
  { name: 'list-wrong', at: '/WorkOrders?Nmae=pump', ready: '[role=alert]' },
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
    bring: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  {
    name: 'record-editing',
    at: '/WorkOrders',
    ready: rows,
    async bring(page) {
      await firstRow(page);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByRole('button', { name: 'Edit Where' }).click();
      await page.getByLabel('Category').fill('Lifts');
    },
  },
  {
    name: 'order-editing',
    at: '/PurchaseOrders',
    ready: rows,
    async bring(page) {
      await firstRow(page);
      await page.getByRole('button', { name: 'Edit Lines' }).click();
      await page.getByRole('button', { name: 'Add a row' }).waitFor();
    },
  },
  ...['History', 'Related', 'Json', 'Sent'].map(
    (tab): Shown => ({
      name: `record-${tab}`,
      at: `/WorkOrders/1/${tab}`,
      ready: 'nav[aria-label^=WO] a[aria-current=page]',
    }),
  ),
  { name: 'record-not-there', at: '/WorkOrders/999999', ready: 'h2:text("There is no such work order")' },
  { name: 'new-WorkOrders', at: '/WorkOrders/new', ready: 'h1:text("New work order")' },
  { name: 'new-PurchaseOrders', at: '/PurchaseOrders/new', ready: 'h1:text("New purchase order")' },
  { name: 'board', at: '/WorkOrders?ui.view=board', ready: '[data-card]' },
  { name: 'list-technician', as: 'technician', at: '/Products', ready: rows },
  { name: 'new-forbidden', as: 'technician', at: '/Products/new', ready: 'h2' },
];
