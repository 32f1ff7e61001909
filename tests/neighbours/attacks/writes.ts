/** Attacks with writes: ever the same record, values that are taken, patches and bodies as large as they may be. */
import type { Attack, Context } from './attack.ts';
import { type Call, hammer, json, jsonPatch, sendAll } from './hammering.ts';

const CLIENTS = 32;
const MAX_OPERATIONS = 10_000;
const DEPTH = 120_000;
const MAX_BODY = 1024 * 1024;

/** An e with ten thousand accents on it: folding has to put each of them in its place. */
const accents = ['\u0301', '\u0323', '\u0302', '\u0331', '\u0308'];
const marked = `e${Array.from({ length: 9_999 }, (_, n) => accents[n % accents.length]).join('')}`;

const create = (fields: object, headers: Readonly<Record<string, string>> = {}): Call => ({
  method: 'POST',
  path: '/api/Tasks',
  headers: { ...json, ...headers },
  body: JSON.stringify(fields),
});

const patch = (id: number, body: string): Call => ({
  method: 'PATCH',
  path: `/api/Tasks/${id}`,
  headers: jsonPatch,
  body,
});

const replace = (path: string, value: unknown) => JSON.stringify([{ op: 'replace', path, value }]);

/** A record with short texts. */
const short = ({ tasks }: Context, n: number) => tasks.long + 1 + (n % tasks.short);

const hugePatch = JSON.stringify(
  Array.from({ length: MAX_OPERATIONS }, (_, n) => ({ op: 'replace', path: '/Position', value: n })),
);
const deepValue = `${'[{"a":'.repeat(DEPTH)}1${'}]'.repeat(DEPTH)}`;
const deepBody = `{"Name":"Deep","CustomFields":{"a":${deepValue}}}`;
const largeBody = JSON.stringify({ Name: 'Large', Notes: 'x'.repeat(MAX_BODY - 100) });

export const writeAttacks: readonly Attack[] = [
  {
    name: 'combining-marks',
    who: 'account',
    does: '32 clients create tasks whose texts are one letter with 10,000 accents',
    short: true,
    start: (context) =>
      hammer(context, {
        clients: CLIENTS,
        call: () => create({ Name: 'Marked', Description: marked, Result: marked, Notes: marked }),
      }),
  },
  {
    name: 'patch-storm',
    who: 'account',
    does: '32 clients patch the same record as fast as they can',
    start: (context) =>
      hammer(context, { clients: CLIENTS, call: (n) => patch(short(context, 0), replace('/Position', n + 1)) }),
  },
  {
    name: 'taken-values',
    who: 'account',
    does: '32 clients create tasks with an ExternalID that is taken',
    async start(context) {
      const ExternalID = `Taken ${process.pid} ${performance.now()}`;
      await sendAll(context, [create({ Name: 'The first', ExternalID })]);
      return hammer(context, { clients: CLIENTS, call: (n) => create({ Name: `Task ${n}`, ExternalID }) });
    },
  },
  {
    name: 'huge-patches',
    who: 'account',
    does: '32 clients send patches of 10,000 operations',
    short: true,
    start: (context) => hammer(context, { clients: CLIENTS, call: (n) => patch(short(context, n), hugePatch) }),
  },
  {
    name: 'deep-json',
    who: 'account',
    does: '32 clients send values 240,000 levels deep, 1 MiB of them, in new records and in patches',
    start: (context) =>
      hammer(context, {
        clients: CLIENTS,
        call: (n) =>
          n % 2 === 0
            ? { method: 'POST', path: '/api/Tasks', headers: json, body: deepBody }
            : patch(short(context, n), `[{"op":"add","path":"/CustomFields/a","value":${deepValue}}]`),
      }),
  },
  {
    name: 'large-bodies',
    who: 'account',
    does: '32 clients send bodies of 1 MiB, which are then found to be invalid',
    start: (context) =>
      hammer(context, {
        clients: CLIENTS,
        call: () => ({ method: 'POST', path: '/api/Tasks', headers: json, body: largeBody }),
      }),
  },
  {
    name: 'idempotency-storm',
    who: 'account',
    does: '32 clients create the same task under the same idempotency key, and others under ever new ones',
    start: (context) =>
      hammer(
        { ...context, keys: context.keys.slice(-22, -2) },
        {
          clients: CLIENTS,
          call: (n) =>
            n % 2 === 0
              ? create({ Name: 'Once' }, { 'idempotency-key': 'the-same' })
              : create({ Name: `Task ${n}` }, { 'idempotency-key': `key-${n}` }),
        },
      ),
  },
];
