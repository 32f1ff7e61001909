/**
 * Every page of the console and every state worth a look, once: the axe walk and `npm run screenshots` both go through it. Areas add theirs
 * in a file of their own, `pages.AREA.ts`, and name it below.
 */
import type { Page } from 'playwright-core';
import type { ConsoleApp } from '../support/browser.ts';
import { approvalPages } from './pages.approvals.ts';
import { connectionPages } from './pages.connections.ts';
import { homePages } from './pages.home.ts';
import { recordPages } from './pages.records.ts';
import { shellPages } from './pages.shell.ts';
import { waysInPages } from './pages.ways-in.ts';

export interface Shown {
  /** `work-orders-empty`: the file name of its picture. */
  readonly name: string;
  /** Who looks: a role's address (see `people`), 'nobody', or the admin where it is left out. */
  readonly as?: 'admin' | 'technician' | 'nobody';
  /** Below the account: `/WorkOrders`; a function gets the console and gives a whole address below /console. */
  readonly at: string | ((app: ConsoleApp) => string | Promise<string>);
  /** Brings the page into the state: opens a dialog, say. */
  readonly bring?: (page: Page, app: ConsoleApp) => Promise<void>;
  /** Made of the same parts as another one: looked at in pictures, not walked by axe. */
  readonly alike?: boolean;
  /** Looks another way when it is loaded whole than when somebody comes from another page. */
  readonly fresh?: boolean;
  /** What is there when the page is ready. */
  readonly ready: string;
  /** What the browser's console says on purpose. */
  readonly faults?: RegExp;
}

export const pages: readonly Shown[] = [
  ...shellPages,
  ...homePages,
  ...recordPages,
  ...waysInPages,
  ...connectionPages,
  ...approvalPages,
];
