/** Attacks with connections: many of them, those that stop in the middle of a request, those that do not take their answer. */
import { requestHead } from '../../support/raw-connection.ts';
import type { Attack } from './attack.ts';
import { json, sendAll } from './hammering.ts';
import { headOf, holdConnections } from './holding.ts';

const madeUp = (n: number) => ({ apiKey: `mds_made_up_${n}`, vaultSecret: 'made up', shardID: 's1' });
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
    name: 'unsent-behind-refusals',
    who: 'anonymous',
    does: '512 POSTs with made-up keys whose refusal waits for a body that is not sent',
    start: (context) =>
      holdConnections(context, {
        connections: 512,
        says: (n) =>
          requestHead('POST /api/Tasks', madeUp(n), { ...json, 'content-length': 1_000, connection: 'close' }),
      }),
  },
  {
    name: 'lists-at-once',
    who: 'account',
    does: '32 connections ask for 250 pages of short records each without waiting for an answer',
    start: (context) =>
      holdConnections(context, {
        connections: 32,
        says: (n) => headOf(context, n, 'GET /api/Tasks?take=1000&fields=ID,Name').repeat(250),
        takes: 'sips',
      }),
  },
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
