/** Attacks on the door: credentials that do not hold, and a key that goes on far past its limit. */
import type { Attack } from './attack.ts';
import { hammer } from './hammering.ts';

const CLIENTS = 64;

export const credentialAttacks: readonly Attack[] = [
  {
    name: 'failed-credentials',
    who: 'anonymous',
    does: '64 clients offer ever new credentials that do not hold',
    short: true,
    start: (context) =>
      hammer(context, {
        clients: CLIENTS,
        call: (n) => ({
          method: 'GET',
          path: '/api/Tasks',
          headers: { apiKey: `guess-${n}`, vaultSecret: 'x'.repeat(43), shardID: 's1' },
        }),
      }),
  },
  {
    name: 'key-over-its-limit',
    who: 'account',
    does: '64 clients ask with one key, whatever it is told',
    start: (context) =>
      hammer(
        { ...context, keys: context.keys.slice(-2, -1) },
        { clients: CLIENTS, call: () => ({ method: 'GET', path: '/api/Tasks?take=1' }) },
      ),
  },
];
