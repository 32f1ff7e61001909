/** People at their browsers: a cookie jar each, requests as pages of our own make them, and the way in by a link. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Json } from '../../src/lib/json.ts';
import { systemClock } from '../../src/lib/time.ts';
import { system } from '../../src/people/audit.ts';
import { createLink } from '../../src/people/links.ts';
import { createUser } from '../../src/people/user-records.ts';
import { Problem } from '../../src/problems.ts';
import type { Shard } from '../../src/storage/shard.ts';
import type { Reply, TestApp } from './app.ts';

export const PASSWORD = 'quiet harbour lantern 9';

export interface Browser {
  /** What it would send: empty where it holds no cookie. */
  cookie: string;
  send(method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<Reply>;
  get(path: string): Promise<Reply>;
  post(path: string, body?: Json): Promise<Reply>;
  patch(path: string, operations: Json): Promise<Reply>;
  delete(path: string): Promise<Reply>;
}

/** `address` as a trusted proxy would tell it: the service must be started with MDS_TRUSTED_PROXIES=127.0.0.1. */
export function browser(url: string, { address, cookie = '' }: { address?: string; cookie?: string } = {}): Browser {
  const one: Browser = {
    cookie,
    async send(method, path, body, headers = {}) {
      const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
      const response = await fetch(`${url}/console/api${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(method !== 'GET' && { origin: url }),
          ...(one.cookie !== '' && { cookie: one.cookie }),
          ...(address !== undefined && { 'x-forwarded-for': address }),
          ...(body !== undefined && { 'content-type': type }),
          'user-agent': 'Test browser',
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const given = response.headers.get('set-cookie');
      if (given !== null) one.cookie = /^[^=]+=;/.test(given) ? '' : given.split(';')[0]!;
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        get json() {
          return JSON.parse(text);
        },
      };
    },
    get: (path) => one.send('GET', path),
    post: (path, body) => one.send('POST', path, body ?? {}),
    patch: (path, operations) => one.send('PATCH', path, operations),
    delete: (path) => one.send('DELETE', path),
  };
  return one;
}

/** A person of the account who can sign in with PASSWORD; the first admin is there already. */
export async function person(
  app: TestApp,
  account: AccountScope,
  email: string,
  fields: { [field: string]: Json } = {},
): Promise<number> {
  const author = { kind: 'system', id: null, name: null, email } as const;
  const made = await createUser(app.shard.records(account), { Email: email, Status: 'Active', ...fields }, author);
  if (made instanceof Problem) throw new Error(made.detail);
  await setPassword(app, account, email);
  return made.ID;
}

/** By a reset link, as anybody would. */
export async function setPassword(
  app: TestApp,
  account: AccountScope,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const token = await linkFor(app.shard, account, email, 'reset');
  const reply = await browser(app.url).post('/Links/Use', { token, password });
  assert.equal(reply.status, 200, reply.text);
}

/** The token of a new link. */
export async function linkFor(
  shard: Shard,
  account: AccountScope,
  email: string,
  kind: 'reset' | 'invitation' | 'signin',
  clock = systemClock,
): Promise<string> {
  const known = (await shard.people.withEmail(email)).find((one) => one.account.id === account.id)!;
  const maker = { clock, random: randomBytes, consoleUrl: 'http://localhost/console' };
  const { link } = await createLink(shard.people, maker, kind, { account, user: known.user }, system);
  return tokenOf(link);
}

export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

export async function signedIn(app: TestApp, email: string, password = PASSWORD, address?: string): Promise<Browser> {
  const one = browser(app.url, address === undefined ? {} : { address });
  const reply = await one.post('/Session', { email, password });
  assert.equal(reply.status, 200, reply.text);
  assert.notEqual(one.cookie, '');
  return one;
}

export const ADMIN = 'admin@example.com';

/** An account whose first admin is signed in. */
export async function firm(
  app: TestApp,
  name?: string,
): Promise<{ account: AccountScope; admin: Browser; home: string }> {
  const account = await app.account(name);
  await setPassword(app, account, ADMIN);
  return { account, admin: await signedIn(app, ADMIN), home: `/${account.id}` };
}
