/** The requests of the soak: reads, lists, creations and patches as they come, and a memory of every change acknowledged. */
import { Pool } from 'undici';
import type { Credentials } from '../support/app.ts';
import type { Change, Subscriptions } from './subscriptions.ts';

export const kinds = ['read', 'list', 'create', 'patch'] as const;
export type Kind = (typeof kinds)[number];

/** Of a hundred requests. */
const SHARES: Readonly<Record<Kind, number>> = { read: 45, list: 15, create: 15, patch: 25 };

export interface Asked {
  readonly kind: Kind;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** Of an answer that is no success: its body; of no answer: why. */
  readonly trouble: string;
}

export interface Mix {
  /** One request of the mix, to its end. */
  ask(): Promise<Asked>;
  /** What must be in the delivery log by now, by the names the subscriptions give. */
  readonly expected: Set<string>;
  readonly acknowledged: number;
  close(): Promise<void>;
}

interface Known {
  readonly type: Change['type'];
  readonly id: number;
  readonly board: number | null;
  state: 'open' | 'completed';
}

/** Records that are read and patched: the newest. */
const MAX_KNOWN = 5_000;
const CONNECTIONS = 128;
const PATIENCE_MS = 60_000;
const LISTS = [
  '/api/Tasks',
  '/api/Tasks?Status=Open&take=50',
  '/api/Tasks?orderby=CreatedOn%20Desc&take=100',
  '/api/WorkOrders?Status=InProgress&orderby=DueOn',
  '/api/WorkOrders?Priority=High&take=25',
  '/api/Assets?fuzzy=true&Name=pump',
];

/** Asks the processes at the urls in turn, as a balancer would have it. */
export function createMix(
  urls: readonly string[],
  credentials: Credentials,
  subscriptions: Subscriptions,
  random: () => number,
): Mix {
  const pools = urls.map(
    (url) => new Pool(url, { connections: CONNECTIONS, pipelining: 1, headersTimeout: PATIENCE_MS }),
  );
  const known: Known[] = [];
  const expected = new Set<string>();
  let acknowledged = 0;
  let step = 0;
  let asked = 0;

  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

  async function send(kind: Kind, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const headers = { ...credentials, ...(body === undefined ? {} : { 'content-type': type }) };
    try {
      const answer = await pools[asked++ % pools.length]!.request({
        method,
        path,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      const version = Number(/^"(\d+)"$/.exec(String(answer.headers.etag))?.[1]);
      const trouble = answer.statusCode < 300 ? '' : text;
      return { asked: { kind, status: answer.statusCode, trouble }, text, version };
    } catch (failure) {
      return { asked: { kind, status: undefined, trouble: String(failure) }, text: '', version: 0 };
    }
  }

  function acknowledge(change: Change): void {
    acknowledged++;
    for (const name of subscriptions.deliveriesOf(change)) expected.add(name);
  }

  async function create(): Promise<Asked> {
    const type = one(['Tasks', 'WorkOrders'] as const);
    const board = type === 'WorkOrders' ? one(subscriptions.boards) : null;
    const body = {
      Name: `Soak ${++step}`,
      Description: 'Oil, filter, belt. '.repeat(20),
      ...(board && { BoardID: board }),
    };
    const { asked, text, version } = await send('create', 'POST', `/api/${type}`, body);
    if (asked.status !== 201) return asked;
    const id: number = JSON.parse(text).ID;
    acknowledge({ type, id, version, actions: ['Created'], board });
    if (known.length < MAX_KNOWN) known.push({ type, id, board, state: 'open' });
    else known[step % MAX_KNOWN] = { type, id, board, state: 'open' };
    return asked;
  }

  /** Every patch sets a number that was never there, so none changes nothing and none is a repeat. */
  async function patch(): Promise<Asked> {
    const record = one(known);
    const { type, id, board } = record;
    const completes = type === 'Tasks' && record.state === 'open' && random() < 0.05;
    if (completes) record.state = 'completed';
    const number = { op: 'replace', path: type === 'Tasks' ? '/Position' : '/LabourMinutes', value: ++step };
    const state = { op: 'replace', path: '/Status', value: 'Completed' };
    const { asked, version } = await send(
      'patch',
      'PATCH',
      `/api/${type}/${id}`,
      completes ? [number, state] : [number],
    );
    if (asked.status === 200) {
      acknowledge({ type, id, version, board, actions: completes ? ['Updated', 'Completed'] : ['Updated'] });
    }
    return asked;
  }

  return {
    expected,
    get acknowledged() {
      return acknowledged;
    },
    async ask() {
      const kind = known.length < 100 ? 'create' : chosen(random() * 100);
      if (kind === 'create') return create();
      if (kind === 'patch') return patch();
      const { type, id } = one(known);
      return (await send(kind, 'GET', kind === 'list' ? one(LISTS) : `/api/${type}/${id}`)).asked;
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}

function chosen(point: number): Kind {
  let passed = 0;
  for (const kind of kinds) {
    passed += SHARES[kind];
    if (point < passed) return kind;
  }
  return 'read';
}
