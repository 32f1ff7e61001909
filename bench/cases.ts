/**
 * What is measured: each case is a kind of request, made anew for every call so that no answer is a repeat. They range over everything there is,
 * any of it as likely as any other; the skewed ones ask for the newest more often, as people do.
 */
import type { Credentials } from '../tests/support/app.ts';

export const cases = ['get one', 'list 25', 'list 25 ordered', 'patch'] as const;
export const skewedCases = ['get one, skewed', 'list 25, skewed', 'patch, skewed'] as const;
export type EvenCase = (typeof cases)[number];
export type Case = EvenCase | (typeof skewedCases)[number];

/** Lists that no one index answers, with the least rate each must reach on SQLite with a million tasks. */
export const searches = { 'search, much found': 300, 'by reference, newest first': 1000 } as const;
export type Search = keyof typeof searches;

/** Queries for what `list 25` asks, with the least part of its rate that each must reach beside it: twelve fields, and two levels of references. */
export const queries = { 'query 25': 0.5, 'query 25 and behind': 0.25 } as const;
export type QueryCase = keyof typeof queries;

const asked = {
  'query 25':
    'ID Name Description Status WorkOrderID AssetID AssignedEmployeeID Position Priority DueOn CompletedOn UpdatedOn',
  'query 25 and behind': 'ID Name Status DueOn workOrder { Number Name asset { Name location { Name } } }',
} as const satisfies Record<QueryCase, string>;

/** The bare server's time of its main thread, of the service's: what each case must reach on SQLite with a million tasks. */
export const targets: Readonly<Record<Case, number>> = {
  'get one': 0.45,
  'list 25': 0.25,
  'list 25 ordered': 0.25,
  patch: 0.22,
  'get one, skewed': 0.55,
  'list 25, skewed': 0.3,
  'patch, skewed': 0.25,
};

/** Without regard to how what it asks for is chosen. */
export function kindOf<Kind extends Case | Search | QueryCase>(
  wanted: Kind,
): Exclude<Kind, (typeof skewedCases)[number]> {
  return wanted.replace(', skewed', '') as Exclude<Kind, (typeof skewedCases)[number]>;
}

/** From 0 to below `count`. Skewed: a third of all choices falls on the first hundredth, more than half on the first tenth. */
export function choose(wanted: Case | Search | QueryCase, count: number): number {
  return Math.floor(count * (wanted.endsWith('skewed') ? Math.random() ** 4 : Math.random()));
}

/** An account with its tasks, as the load generator needs to know it. */
export interface Tenant {
  readonly credentials: Credentials;
  readonly tasks: number;
  /** Assets with at least a page of tasks each. */
  readonly assets: readonly AssetPages[];
}

export interface AssetPages {
  readonly id: number;
  /** Full pages of its tasks. */
  readonly pages: number;
}

/** A list that passes over more rows is none of the quick ones. */
const MAX_PAGES = 79;

/** Each in one name of twelve. */
const words = ['cause', 'parts', 'safe', 'ACCESS'];

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The requests of a case, from the tenants in turn. */
export function callMaker(wanted: Case | Search | QueryCase, tenants: readonly Tenant[]): () => Call {
  const makers = tenants.map((tenant) => makerOf(wanted, tenant));
  let turn = 0;
  return () => makers[turn++ % makers.length]!();
}

function makerOf(wanted: Case | Search | QueryCase, { credentials, tasks, assets }: Tenant): () => Call {
  const headers = headersOf(credentials);
  const get = (path: string): Call => ({ method: 'GET', path, headers });
  const anyTask = () => tasks - choose(wanted, tasks);
  let made = 0;
  switch (kindOf(wanted)) {
    case 'get one':
      return () => get(`/api/Tasks/${anyTask()}`);
    case 'list 25':
      return () => get(`/api/Tasks?${anyPage(wanted, assets)}`);
    case 'list 25 ordered':
      return () => get(`/api/Tasks?orderby=DueOn%20Desc&skip=${choose(wanted, Math.min(MAX_PAGES, tasks / 50)) * 25}`);
    case 'search, much found':
      return () => get(`/api/Tasks?fuzzy=true&Name=${words[made % words.length]}&skip=${(made++ % 10) * 5}`);
    case 'by reference, newest first':
      return () => get(`/api/Tasks?WorkOrderID=${1 + (made++ % 3000)}&orderby=CreatedOn%20Desc`);
    case 'query 25':
    case 'query 25 and behind': {
      const query = `query ($asset: Integer, $skip: Integer) { tasks(filter: { AssetID: { eq: $asset } }, skip: $skip) { nodes { ${asked[wanted as QueryCase]} } more } }`;
      const json = { ...headers, 'content-type': 'application/json' };
      return () => {
        const { id, pages } = assets[choose(wanted, assets.length)]!;
        const variables = { asset: id, skip: choose(wanted, pages) * 25 };
        return { method: 'POST', path: '/graphql', headers: json, body: JSON.stringify({ query, variables }) };
      };
    }
    case 'patch':
      return () => ({
        method: 'PATCH',
        path: `/api/Tasks/${anyTask()}`,
        headers: { ...headers, 'content-type': 'application/json-patch+json' },
        body: `[{"op":"replace","path":"/Description","value":"Checked and noted, reading ${made++} of ${process.pid}"}]`,
      });
  }
}

/** Of the tasks of one asset, as the query of a list. */
export function anyPage(wanted: Case | Search | QueryCase, assets: readonly AssetPages[]): string {
  const { id, pages } = assets[choose(wanted, assets.length)]!;
  return `AssetID=${id}&skip=${choose(wanted, pages) * 25}`;
}

export function headersOf({ apiKey, vaultSecret, shardID }: Credentials): Record<string, string> {
  return { apiKey, vaultSecret, shardID };
}

/** Looks through the assets until there are enough with a full page of tasks. */
export async function findAssets(url: string, credentials: Credentials, wanted: number): Promise<AssetPages[]> {
  const headers = headersOf(credentials);
  const assets: AssetPages[] = [];
  for (let id = 1; id <= 650 && assets.length < wanted; id++) {
    const { headers: told } = await fetch(`${url}/api/Tasks?AssetID=${id}&count=true`, { method: 'HEAD', headers });
    const pages = Math.min(MAX_PAGES, Math.floor(Number(told.get('x-total-count')) / 25));
    if (pages > 0) assets.push({ id, pages });
  }
  if (assets.length === 0) throw new Error('No asset has a page of tasks.');
  return assets;
}
