/** Attacks with the log of changes, and with what a write would do: held, streamed, read from the beginning again and again. */
import type { Attack } from './attack.ts';
import { hammer } from './hammering.ts';
import { headOf, holdConnections } from './holding.ts';

const jsonPatch = { 'content-type': 'application/json-patch+json' };
const json = { 'content-type': 'application/json' };

export const logAttacks: readonly Attack[] = [
  {
    name: 'held-streams',
    who: 'account',
    does: '200 streams of all changes that nobody reads, while 16 clients patch as fast as they can',
    start(context) {
      const stop = holdConnections(context, {
        connections: 200,
        says: (n) => headOf(context, n, 'GET /api/Changes', { accept: 'text/event-stream' }),
      });
      const stopPatching = hammer(context, {
        clients: 16,
        call: (n) => ({
          method: 'PATCH',
          path: `/api/Tasks/${context.tasks.long + 1 + (n % 20)}`,
          headers: jsonPatch,
          body: JSON.stringify([{ op: 'replace', path: '/SpentMinutes', value: n % 1_000_000 }]),
        }),
      });
      return async () => {
        await stop();
        await stopPatching();
      };
    },
  },
  {
    name: 'unread-streams',
    who: 'account',
    does: '110 connections ask for all tasks as CSV and do not take them',
    start: (context) =>
      holdConnections(context, {
        connections: 110,
        says: (n) => headOf(context, n, 'GET /api/Tasks', { accept: 'text/csv' }),
      }),
  },
  {
    name: 'searches',
    who: 'account',
    does: '64 clients search long texts for what is nowhere, and ask for few fields of large pages',
    start: (context) =>
      hammer(context, {
        clients: 64,
        call: (n) => ({
          method: 'GET',
          path:
            n % 2 === 0
              ? `/api/Tasks?search=nowhere%20${n}&count=true`
              : `/api/Tasks?take=${context.tasks.long}&fields=ID,Name`,
        }),
      }),
  },
  {
    name: 'dry-runs',
    who: 'account',
    does: '32 clients try changes without making them, read histories, and follow the feed from its beginning',
    start: (context) =>
      hammer(context, {
        clients: 32,
        call: (n) => {
          const id = context.tasks.long + 1 + (n % context.tasks.short);
          if (n % 3 === 0) return { method: 'GET', path: `/api/Tasks/${id}/History?field=Name&take=1000` };
          if (n % 3 === 1) return { method: 'GET', path: '/api/Changes?take=1000' };
          const patch = [{ op: 'replace', path: '/Name', value: `Tried ${n}` }];
          return { method: 'POST', path: '/api/Tasks/DryRun', headers: json, body: JSON.stringify({ id, patch }) };
        },
      }),
  },
];
