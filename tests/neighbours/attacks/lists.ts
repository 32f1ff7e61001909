/** Attacks with lists that take the database long: compared letter by letter, counted, deep, asked for and thrown away. */
import type { Attack } from './attack.ts';
import { hammer } from './hammering.ts';

/** Against a text of one letter repeated, each fits almost to its end at every place. */
const needles = [`${'a'.repeat(3_000)}b`, `b${'a'.repeat(3_000)}`];

/** Ninety-five, of which the last leaves nothing; in another number each time, because one list is remembered as slow. */
const boundsOf = (n: number) => `${'Name=a%20ge&'.repeat(94 - (n % 40))}Name=zz%20ge`;

const rare = `fuzzy=true&Description=${needles[0]}`;

export const listAttacks: readonly Attack[] = [
  {
    name: 'slow-fuzzy-lists',
    who: 'account',
    does: '64 clients of one key look for a needle that almost fits everywhere in long texts, and have it counted',
    short: true,
    start: (context) =>
      hammer(
        { ...context, keys: context.keys.slice(-1) },
        {
          clients: 64,
          call: (n) => ({
            method: 'GET',
            path: `/api/Tasks?fuzzy=true&Description=${needles[n % needles.length]}&count=true&skip=${(n % 5) * 10}`,
          }),
        },
      ),
  },
  {
    name: 'left-lists',
    who: 'account',
    does: '64 clients ask for exports, searches and large pages, and leave at once, a hundred times a second',
    start: (context) =>
      hammer(context, {
        clients: 64,
        perSecond: 100,
        leaveAfterMs: 30,
        call: (n) =>
          [
            { path: `/api/Tasks?${rare}&orderby=Notes&count=true`, headers: { accept: 'text/csv' } },
            { path: `/api/Tasks?${rare}&orderby=Notes&count=true&skip=${n % 50}` },
            { path: `/api/Tasks?orderby=Notes&take=${context.tasks.long}` },
          ].map((call) => ({ method: 'GET' as const, ...call }))[n % 3]!,
      }),
  },
  {
    name: 'deep-lists',
    who: 'account',
    does: '64 clients ask for the last pages of a list in an order without an index, and have it counted',
    start: (context) =>
      hammer(context, {
        clients: 64,
        call: (n) => ({
          method: 'GET',
          path: `/api/Tasks?orderby=Notes%20Desc,Position&count=true&take=10&skip=${context.tasks.short + (n % 50)}`,
        }),
      }),
  },
  {
    name: 'many-bounds',
    who: 'account',
    does: '64 clients bound one field of a list a hundred times over, so that nothing is left, a hundred times a second',
    start: (context) =>
      hammer(context, {
        clients: 64,
        perSecond: 100,
        call: (n) => ({ method: 'GET', path: `/api/Tasks?extFilter=true&orderby=Notes&${boundsOf(n)}` }),
      }),
  },
  {
    name: 'head-of-large-lists',
    who: 'account',
    does: '64 clients ask for the head of a page of all long records',
    short: true,
    start: (context) =>
      hammer(context, { clients: 64, call: () => ({ method: 'HEAD', path: `/api/Tasks?take=${context.tasks.long}` }) }),
  },
];
