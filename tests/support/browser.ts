/**
 * The console in a real browser: a service with a small firm of made-up records, and people who sit in front of it. A page that writes an
 * error to the browser's console, or that the security policy had to stop, fails the test.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { AppOptions } from '../../src/app.ts';
import { seedAccount } from '../../src/cli/seed.ts';
import type { Json } from '../../src/lib/json.ts';
import { type Engine, startApp, type TestApp } from './app.ts';
import { startChromium } from './chromium.ts';
import { lastFirst, wholeProcess } from './lifetime.ts';
import { ADMIN, person, type Browser as Sender, setPassword, signedIn } from './people.ts';

export interface ConsoleApp {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly account: AccountScope;
  /** Where its pages are: `http://127.0.0.1:1234/console`. */
  readonly url: string;
  /** Its pages: `http://127.0.0.1:1234/console/acc_1`. */
  readonly home: string;
  /** Makes a person who can sign in; the admin is there already. */
  person(email: string, fields?: { [field: string]: Json }): Promise<number>;
  /** A browser of somebody who is signed in; of nobody where no address is given. */
  visit(email?: string, options?: BrowserContextOptions): Promise<Visit>;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests by hand with the same session; of somebody who is signed in. */
  readonly sender: Sender;
  /** Fails the test for whatever went wrong in the page so far; called at the end of the test as well. */
  check(): void;
  /** What went wrong on purpose. */
  expectFaults(pattern: RegExp): void;
}

export interface ConsoleOptions {
  readonly engine?: Engine;
  readonly environment?: Record<string, string>;
  /** Made-up records to begin with; 'none' leaves the account empty. */
  readonly records?: 'tiny' | 'none';
  /** Of the service: at which pace it does things. */
  readonly options?: Pick<AppOptions, 'useMs'>;
}

export async function startConsole(t: TestContext, options: ConsoleOptions = {}): Promise<ConsoleApp> {
  const { engine = 'sqlite', environment = {}, records = 'tiny' } = options;
  const [app, { browser, visit }] = await Promise.all([
    startApp(t, engine, environment, options.options),
    startBrowser(t),
  ]);
  const account = await app.account('Northwind Lifts');
  if (records !== 'none') {
    await seedAccount(app.shard, account, { firm: 'harbour', size: records, now: Date.now() }, false);
  }
  const url = `${app.url}/console`;
  // Bundled when it is first asked for, which no page has to wait for.
  await Promise.all([setPassword(app, account, ADMIN), fetch(url).then((page) => page.text())]);
  return {
    app,
    browser,
    account,
    url,
    home: `${url}/${account.id}`,
    person: (email, fields) => person(app, account, email, fields),
    visit: (email, contextOptions) => visit(app, email, contextOptions),
  };
}

export type VisitAs = (app: TestApp, email?: string, options?: BrowserContextOptions) => Promise<Visit>;

/** For a service that was started otherwise. */
export async function startBrowser(t: TestContext): Promise<{ readonly browser: Browser; readonly visit: VisitAs }> {
  const browser = await sharedChromium();
  return { browser, visit: (app, email, options) => visitOf(t, app, browser, email, options) };
}

let chromium: Promise<Browser> | undefined;

/** Each visit is a browser of its own to the pages: it shares nothing but the program. */
async function sharedChromium(): Promise<Browser> {
  if (chromium === undefined) {
    chromium = startChromium();
    const started = await chromium;
    wholeProcess.after(() => started.close());
  }
  return chromium;
}

/**
 * A browser that stops to intercept loses what it holds just then: of twenty requests one is never answered. So a page that has begun to does
 * not stop when the test takes its routes back; nothing takes the one that stays.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let kept: Promise<unknown> | undefined;
  page.route = async (...given) => {
    kept ??= page.context().route(/^never:/, (one) => one.fallback());
    await kept;
    return route(...given);
  };
}

async function visitOf(
  t: TestContext,
  app: TestApp,
  browser: Browser,
  email: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(10_000);
  const sender = email === undefined ? undefined : await signedIn(app, email);
  if (sender !== undefined) {
    const [name, value] = sender.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const faults: string[] = [];
  const expected: RegExp[] = [];
  context.on('page', (opened) => {
    watch(opened, faults);
    keepIntercepting(opened);
  });
  const page = await context.newPage();
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`the security policy stopped ${violatedDirective} ${blockedURI}`),
    );
  });
  const check = () =>
    assert.deepEqual(
      faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      [],
    );
  lastFirst(t).after(async () => {
    await context.close();
    check();
  });
  return {
    page,
    context,
    get sender() {
      assert.ok(sender, 'nobody is signed in here');
      return sender;
    },
    check,
    expectFaults: (pattern) => expected.push(pattern),
  };
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // That a request was refused is what the page shows; the browser writes it down by itself.
    if (/^Failed to load resource/.test(message.text()) && message.location().url.includes('/console/api/')) return;
    faults.push(message.text());
  });
}
