/** Attacks with connections: many of them, those that stop in the middle of a request, those that do not take their answer. */
import type { Attack } from './attack.ts';
import { json, sendAll } from './hammering.ts';
import { headOf, holdConnections } from './holding.ts';

const chunked = { ...json, 'transfer-encoding': 'chunked' };

const withoutBody = (who: Attack['who']): Attack => ({
  name: who === 'account' ? 'unsent-bodies' : 'unsent-bodies-anonymous',
  who,
  does: '256 POSTs that announce a body in pieces and send none of it',
  ...(who === 'account' && { short: true }),
  start: (context) =>
    holdConnections(context, { connections: 256, says: (n) => headOf(context, n, 'POST /api/Tasks', chunked) }),
});

export const connectionAttacks: readonly Attack[] = [
  {
    name: 'unread-static',
    who: 'anonymous',
    does: '128 connections ask twelve times each for the half megabyte of the OpenAPI document and do not take it',
    short: true,
    async start(context) {
      // It is made when it is first asked for.
      await sendAll(context, [{ method: 'GET', path: '/openapi.json' }]);
      return holdConnections(context, {
        connections: 128,
        says: (n) => headOf(context, n, 'GET /openapi.json').repeat(12),
      });
    },
  },
  withoutBody('account'),
  withoutBody('anonymous'),
  {
    name: 'idle-connections',
    who: 'anonymous',
    does: '3,000 connections that never say anything, from one address',
    short: true,
    // Ten times as many would do the same to the usual limit, and cost this machine more.
    settings: () => ({ MDS_MAX_CONNECTIONS: '1000' }),
    start: (context) => holdConnections(context, { connections: 3_000, says: () => '' }),
  },
  {
    name: 'unread-pages',
    who: 'account',
    does: '120 connections ask for a page of all long records and do not take it',
    short: true,
    start: (context) =>
      holdConnections(context, {
        connections: 120,
        says: (n) => headOf(context, n, `GET /api/Tasks?take=${context.tasks.long}`),
      }),
  },
  {
    name: 'slowly-read-pages',
    who: 'account',
    does: '120 connections ask for the same page and take 64 KiB of it a second',
    start: (context) =>
      holdConnections(context, {
        connections: 120,
        says: (n) => headOf(context, n, `GET /api/Tasks?take=${context.tasks.long}`),
        takes: 'sips',
      }),
  },
];
