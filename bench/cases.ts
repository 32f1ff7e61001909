/** What is measured: each case is a kind of request, made anew for every call so that no answer is a repeat. */
import type { Credentials } from '../tests/support/app.ts';

export const cases = ['get one', 'list 25', 'list 25 ordered', 'patch'] as const;
export type Case = (typeof cases)[number];

/** Lists that no one index answers, with the least rate each must reach on SQLite with a million tasks. */
export const searches = { 'search, much found': 300, 'by reference, newest first': 1000 } as const;
export type Search = keyof typeof searches;

/** The least share of the ceiling each case must reach on SQLite with a million tasks. */
export const targets: Readonly<Record<Case, number>> = {
  'get one': 0.4,
  'list 25': 0.3,
  'list 25 ordered': 0.3,
  patch: 0.2,
};

/** An account with its tasks, as the load generator needs to know it. */
export interface Tenant {
  readonly credentials: Credentials;
  readonly tasks: number;
  /** Assets with at least a page of tasks each. */
  readonly assets: readonly number[];
}

/** Tasks the patches go to: few enough to stay in the cache, many enough that they seldom wait for each other. */
const PATCHED = 5000;

/** Each in one name of twelve. */
const words = ['cause', 'parts', 'safe', 'ACCESS'];

export interface Call {
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The requests of a case, from the tenants in turn. */
export function callMaker(wanted: Case | Search, tenants: readonly Tenant[]): () => Call {
  const makers = tenants.map((tenant) => makerOf(wanted, tenant));
  let turn = 0;
  return () => makers[turn++ % makers.length]!();
}

function makerOf(wanted: Case | Search, { credentials, tasks, assets }: Tenant): () => Call {
  const headers = headersOf(credentials);
  const get = (path: string): Call => ({ method: 'GET', path, headers });
  let made = 0;
  switch (wanted) {
    case 'get one':
      return () => get(`/api/Tasks/${1 + Math.floor(Math.random() * tasks)}`);
    case 'list 25':
      return () => get(`/api/Tasks?AssetID=${assets[made++ % assets.length]}`);
    case 'list 25 ordered':
      return () => get(`/api/Tasks?orderby=DueOn%20Desc&skip=${(made++ % 10) * 25}`);
    case 'search, much found':
      return () => get(`/api/Tasks?fuzzy=true&Name=${words[made % words.length]}&skip=${(made++ % 10) * 5}`);
    case 'by reference, newest first':
      return () => get(`/api/Tasks?WorkOrderID=${1 + (made++ % 3000)}&orderby=CreatedOn%20Desc`);
    case 'patch':
      return () => ({
        method: 'PATCH',
        path: `/api/Tasks/${1 + (made % Math.min(PATCHED, tasks))}`,
        headers: { ...headers, 'content-type': 'application/json-patch+json' },
        body: `[{"op":"replace","path":"/Description","value":"Checked and noted, reading ${made++} of ${process.pid}"}]`,
      });
  }
}

export function headersOf({ apiKey, vaultSecret, shardID }: Credentials): Record<string, string> {
  return { apiKey, vaultSecret, shardID };
}

/** Looks through the assets until there are enough with a full page of tasks. */
export async function findAssets(url: string, credentials: Credentials, wanted: number): Promise<number[]> {
  const headers = headersOf(credentials);
  const assets: number[] = [];
  for (let id = 1; id <= 650 && assets.length < wanted; id++) {
    const reply = await fetch(`${url}/api/Tasks?AssetID=${id}`, { headers });
    if (((await reply.json()) as unknown[]).length === 25) assets.push(id);
  }
  if (assets.length === 0) throw new Error('No asset has a page of tasks.');
  return assets;
}
