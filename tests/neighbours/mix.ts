/**
 * What an account does on an ordinary day: it reads, lists, searches and patches at a steady pace, and hears of its changes at
 * an endpoint of its own. Each time is taken from when a request was due, so that a service that stands still is seen to.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Credentials, client } from '../support/app.ts';
import { type Exchange, type Line, openLine, statusOf } from '../support/keep-alive-client.ts';
import { requestHead } from '../support/raw-connection.ts';
import { RESIDENT } from './addresses.ts';
import type { House } from './house.ts';

export const kinds = ['get', 'list', 'fuzzy', 'patch', 'delivery'] as const;
export type Kind = (typeof kinds)[number];
type Asked = Exclude<Kind, 'delivery'>;

/** What came of some seconds of it. */
export interface Found {
  /** Milliseconds, sorted: from when a request was due to its answer; from a patch's answer to its delivery. */
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  /** Answers of 500 and more. */
  readonly faults: number;
  /** Refused in another way, or not answered at all, with an example. */
  readonly refused: number;
  readonly example: string | undefined;
  /** How many were given up stays unknown where the log cannot be had even a while after. */
  readonly deliveries: { readonly expected: number; readonly lost: number; readonly failed: number | undefined };
}

export interface Mix {
  /** Works for so long; what it gives waits for what is still to be delivered, and tells what came of it all. */
  work(seconds: number): Promise<() => Promise<Found>>;
  /** Resolves when the service answers as quickly as it should, or gives up. */
  calm(withinMs: number): Promise<boolean>;
}

/** Requests a second of each kind. */
const PACE = 25;
const PATIENCE_MS = 20_000;
const DELIVERED_WITHIN_MS = 20_000;
const LOG_WITHIN_MS = 60_000;
const SUBSCRIPTIONS = 2;
const PER_CONNECTION = 10;
const CALM_MS = 250;

export async function moveIn({ service, resident }: House): Promise<Mix> {
  const { receiver, tasks } = resident;
  const owner = client(service.url, resident.keys[0]!);
  /** When a patch was acknowledged, by its number and subscription; when it arrived, likewise. */
  const acknowledged = new Map<string, number>();
  const arrived = new Map<string, number>();
  const subscriptions: number[] = [];
  let asked = 0;
  let step = 0;
  let failedBefore = 0;

  receiver.answer(({ received, response }) => {
    receiver.requests.length = 0;
    const name = `${received.path} ${JSON.parse(String(received.body)).data.Position}`;
    if (!arrived.has(name)) arrived.set(name, performance.now());
    response.end();
  });
  for (let n = 1; n <= SUBSCRIPTIONS; n++) {
    const body = { entityType: 'Tasks', action: 'Updated', targetUrl: `${resident.endpoint}/${n}` };
    const reply = await owner.post('/api/Webhooks', body);
    if (reply.status !== 201) throw new Error(reply.text);
    subscriptions.push(reply.json.id);
  }

  const key = (): Credentials => resident.keys[1 + (asked++ % (resident.keys.length - 1))]!;
  const task = () => 1 + (asked % tasks);
  const requests: Readonly<Record<Asked, () => string>> = {
    get: () => requestHead(`GET /api/Tasks/${task()}`, key()),
    list: () => requestHead('GET /api/Tasks?Status=Open&orderby=Name&take=25', key()),
    fuzzy: () => requestHead('GET /api/Tasks?fuzzy=true&Name=VALVE%2019&take=25', key()),
    patch() {
      const body = JSON.stringify([{ op: 'replace', path: '/Position', value: ++step }]);
      const type = { 'content-type': 'application/json-patch+json', 'content-length': body.length };
      return requestHead(`PATCH /api/Tasks/${task()}`, key(), type) + body;
    },
  };

  return {
    async work(seconds) {
      acknowledged.clear();
      arrived.clear();
      const times: Record<Kind, number[]> = { get: [], list: [], fuzzy: [], patch: [], delivery: [] };
      const statuses: number[] = [];
      let example: string | undefined;
      const note = (kind: Asked, due: number, { sent, answer, fate }: Exchange) => {
        times[kind].push(performance.now() - due);
        const status = fate === 'answered' ? statusOf(answer) : 0;
        statuses.push(status);
        if (status !== 200) example ??= `${kind}: ${fate} ${answer.split('\r\n\r\n').at(-1)?.slice(0, 300)}`;
        else if (kind === 'patch') acknowledge(JSON.parse(sent.split('\r\n\r\n')[1]!)[0].value);
      };
      const working = (Object.keys(requests) as Asked[]).map((kind) =>
        askSteadily(service.url, seconds, requests[kind], (due, exchange) => note(kind, due, exchange)),
      );
      await Promise.all(working);
      return async () => {
        const lost = await untilDelivered();
        const failedSoFar = await failures();
        const failed = failedSoFar === undefined ? undefined : failedSoFar - failedBefore;
        failedBefore += failed ?? 0;
        for (const [name, at] of acknowledged) {
          const then = arrived.get(name);
          if (then !== undefined) times.delivery.push(Math.max(0, then - at));
        }
        for (const kind of kinds) times[kind].sort((a, b) => a - b);
        return {
          times,
          faults: statuses.filter((status) => status >= 500).length,
          refused: statuses.filter((status) => status < 500 && status !== 200).length,
          example,
          deliveries: { expected: acknowledged.size, lost, failed },
        };
      };
    },
    async calm(withinMs) {
      for (const until = performance.now() + withinMs; performance.now() < until; await sleep(50)) {
        const began = performance.now();
        const line = openLine(service.url, { localAddress: RESIDENT, patienceMs: CALM_MS });
        const { answer } = await line.ask(requests.fuzzy());
        line.close();
        if (statusOf(answer) === 200 && performance.now() - began < CALM_MS) return true;
      }
      return false;
    },
  };

  function acknowledge(value: number): void {
    for (let n = 1; n <= SUBSCRIPTIONS; n++) acknowledged.set(`/${n} ${value}`, performance.now());
  }

  /** How many never came. */
  async function untilDelivered(): Promise<number> {
    const missing = () => [...acknowledged.keys()].filter((name) => !arrived.has(name)).length;
    for (const until = performance.now() + DELIVERED_WITHIN_MS; missing() > 0 && performance.now() < until; ) {
      await sleep(50);
    }
    return missing();
  }

  /** Deliveries that were given up, all told. */
  async function failures(): Promise<number | undefined> {
    const until = performance.now() + LOG_WITHIN_MS;
    let all = 0;
    for (const id of subscriptions) {
      for (const state of ['failed', 'dropped']) {
        const path = `/api/Webhooks/${id}/Deliveries?state=${state}&take=0&count=true`;
        let reply = await owner.get(path);
        for (; reply.status === 503 && performance.now() < until; reply = await owner.get(path)) await sleep(500);
        if (reply.status !== 200) return undefined;
        all += Number(reply.headers.get('x-total-count'));
      }
    }
    return all;
  }
}

/**
 * One request at a time; those that fall due meanwhile are sent right after. It connects anew now and then, as clients do: a
 * service that takes no more connections has to be noticed.
 */
async function askSteadily(
  url: string,
  seconds: number,
  next: () => string,
  note: (due: number, exchange: Exchange) => void,
): Promise<void> {
  let line: Line | undefined;
  const began = performance.now();
  const end = began + seconds * 1000;
  for (let due = began, n = 0; due < end && performance.now() < end; due += 1000 / PACE, n++) {
    await sleep(Math.max(0, due - performance.now()));
    if (n % PER_CONNECTION === 0) line?.close();
    if (line === undefined || line.over) line = openLine(url, { localAddress: RESIDENT, patienceMs: PATIENCE_MS });
    note(due, await line.ask(next()));
  }
  line?.close();
}
