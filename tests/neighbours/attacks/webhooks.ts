/** Attacks with subscriptions: endpoints that hang or are dead, names that nobody answers for, floods of events, long logs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { settingsTable } from '../../../src/settings.ts';
import type { Attack, Context, Stop } from './attack.ts';
import { type Call, hammer, json, jsonPatch, sendAll } from './hammering.ts';
import { headOf, holdConnections } from './holding.ts';

/** Of one key, which may make 300 requests a minute and is to subscribe and unsubscribe more than once. */
const PER_KEY = 25;
const LOGGED = 1_000;
const LOGGED_WITHIN_MS = 60_000;

export const webhookAttacks: readonly Attack[] = [
  {
    name: 'hanging-endpoints',
    who: 'account',
    does: '300 subscriptions to endpoints that hang and 400 to dead ones, 20 changes a second',
    short: true,
    async start(context) {
      const { hanging, deaf, closed } = context.endpoints;
      const unsubscribe = await subscribe(context, [
        ...repeat(hanging, 150),
        ...repeat(deaf, 150),
        ...repeat(closed, 400),
      ]);
      return both(patchForEver(context, { clients: 4, perSecond: 20 }), unsubscribe);
    },
  },
  {
    name: 'silent-name-server',
    who: 'account',
    does: '100 subscriptions to names whose name server takes queries and never answers, 20 changes a second',
    settings: ({ nameServer }) => (NAME_SERVERS in settingsTable ? { [NAME_SERVERS]: nameServer } : {}),
    async start(context) {
      const urls = Array.from({ length: 100 }, (_, n) => `https://endpoint-${n}.neighbour.invalid/`);
      const unsubscribe = await subscribe(context, urls);
      return both(patchForEver(context, { clients: 4, perSecond: 20 }), unsubscribe);
    },
  },
  {
    name: 'event-flood',
    who: 'account',
    does: '50 subscriptions, and 16 clients that patch as fast as they can',
    async start(context) {
      const unsubscribe = await subscribe(context, repeat(context.endpoints.prompt, 50));
      return both(patchForEver(context, { clients: 16 }), unsubscribe);
    },
  },
  {
    name: 'unread-delivery-log',
    who: 'account',
    does: '110 connections ask for a page of 1,000 deliveries of four attempts each with long answers, and do not take it',
    async start(context) {
      // Asking so often wears a key out: another try takes another.
      const owner = { ...context, keys: context.keys.slice(loggedBefore++ % 5).slice(0, 1) };
      const [id] = await subscribed(owner, [context.endpoints.wordy]);
      const log = `/api/Webhooks/${id}/Deliveries`;
      const patches = Array.from({ length: LOGGED }, (_, n) => change(context, n));
      await sendAll(context, patches);
      await until(LOGGED_WITHIN_MS, async () => {
        const [page] = await sendAll(owner, [{ method: 'GET', path: `${log}?state=waiting&take=1`, key: 0 }]);
        return page === '[]';
      });
      return holdConnections(owner, {
        connections: 110,
        says: (n) => headOf(owner, n, `GET ${log}?take=${LOGGED}`),
      });
    },
  },
];

let loggedBefore = 0;

/** The setting that says whom to ask for names; without it the system's are asked, whatever they do. */
const NAME_SERVERS = 'MDS_WEBHOOK_DNS';

/** Gives what takes them away again. */
async function subscribe(context: Context, urls: readonly string[]): Promise<Stop> {
  const ids = await subscribed(context, urls);
  return () => unsubscribeAll(context, ids);
}

async function subscribed(context: Context, urls: readonly string[]): Promise<number[]> {
  const answers = await sendAll(
    context,
    urls.map((targetUrl, n) => ({
      method: 'POST',
      path: '/api/Webhooks',
      headers: json,
      body: JSON.stringify({ entityType: 'Tasks', action: 'Updated', targetUrl }),
      key: Math.floor(n / PER_KEY),
    })),
  );
  return answers.map((answer) => JSON.parse(answer).id);
}

function unsubscribeAll(context: Context, ids: readonly number[]): Promise<void> {
  const calls = ids.map((id, n) => ({
    method: 'DELETE' as const,
    path: `/api/Webhooks/${id}`,
    key: Math.floor(n / PER_KEY),
  }));
  return sendAll(context, calls).then(() => {});
}

function patchForEver(context: Context, pace: { clients: number; perSecond?: number }): Stop {
  return hammer(context, { ...pace, call: (n) => change(context, n) });
}

function change({ tasks }: Context, n: number): Call {
  const id = tasks.long + 1 + (n % tasks.short);
  const body = JSON.stringify([{ op: 'replace', path: '/SpentMinutes', value: Math.floor(performance.now() * 1000) }]);
  return { method: 'PATCH', path: `/api/Tasks/${id}`, headers: jsonPatch, body };
}

function both(first: Stop, then: Stop): Stop {
  return async () => {
    await first();
    await then();
  };
}

function repeat(url: string, times: number): string[] {
  return Array.from({ length: times }, (_, n) => `${url}/${n}`);
}

async function until(withinMs: number, done: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + withinMs; !(await done()); await sleep(200)) {
    if (performance.now() > deadline) throw new Error(`The attack was not prepared within ${withinMs} ms`);
  }
}
