/** An account with something of everything that can be in one, and what is in it, in a form that can be compared. */
import type { AccountScope } from '../../src/accounts/account.ts';
import { sha256 } from '../../src/lib/ids.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { type AccountRow, type RowValue, rowColumnsOf } from '../../src/storage/transfer/account-rows.ts';
import { createSettlePolicy } from '../../src/webhooks/delivery/settle/settle-policy.ts';
import type { Head, Heads, Lease } from '../../src/webhooks/queue.ts';
import { creation, made, patching, sample } from './samples.ts';

export const wishes = {
  entityType: 'Tasks',
  targetUrl: 'https://example.com/hook',
  name: 'Größe "7"',
  headers: { 'X-Secret': 'top "secret"' },
  filterEntityType: null,
  filterConditionEntityID: null,
  includeOwn: true,
  patience: null,
} as const;

/** Of the request that made task 1 wait. */
export const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** The key under which `busyAccount` has created a board. */
export function idempotencyKey(integrationID: string) {
  return { integrationID, key: 'once', fingerprint: 'f' };
}

/**
 * Versions, deletions, parents with higher ids than their children, odd texts, keys in every state, deliveries in every
 * state, a recovery, a key that was used. Three tasks; subscription 1 hears of their changes, 2 of their creation, 3 is removed.
 */
export async function busyAccount(shard: Shard, id: string): Promise<AccountScope> {
  const account = await shard.accounts.create({
    id,
    name: 'Harbour & Pine "™"\n',
    createdOn: 1_750_000_000_123,
    currency: 'GBP',
  });
  await addKeys(shard, account);
  await addAssets(shard, account);
  const store = shard.records(account);
  const idempotency = idempotencyKey(`int_1_${id}`);
  await made(store, creation('Boards', { Name: 'Once' }, { idempotency }));

  const subscriptions = shard.subscriptions(account, `int_1_${id}`);
  for (const action of ['Updated', 'Created', 'Completed'] as const) {
    await subscriptions.create({ ...wishes, action }, 10);
  }
  for (const name of ['First', 'Second', 'Third']) {
    await made(store, creation('Tasks', { Name: name, AssetID: 1 }, { events: ['Created'] }));
  }
  const change = (task: number, fields: Parameters<typeof patching>[2], events: ['Updated'] | ['Completed']) =>
    made(store, patching('Tasks', task, fields, { events }));
  await change(1, { Name: 'Delivered' }, ['Updated']);
  const { delivery } = await settle(shard, account, 204);
  await change(1, { Name: 'Delivered' }, ['Updated']);
  await settle(shard, account, { repeats: delivery });
  await change(2, { Deleted: true }, ['Updated']);
  for (let attempt = 1; attempt <= 3; attempt++) await settle(shard, account, 500);
  await change(3, { Name: 'Waits' }, ['Completed']);
  await made(store, { ...patching('Tasks', 1, { Name: 'Waits' }), traceparent: TRACE });
  await subscriptions.resend(1, delivery);
  await subscriptions.remove(3);
  const recoveries = shard.recoveries(account, `int_1_${id}`, 0);
  const missed = { kind: 'recover', since: 0, until: null, what: ['missed'], newestOnly: true } as const;
  await recoveries.begin(1, missed, 7);
  await recoveries.steer(1, 1, 'pause');
  const calls = { hour: 100, calls: 3, refused: 0, limited: 0, peakMinute: 3, previousCalls: 2 };
  await shard.people.addUse([
    { account, integrationID: `int_1_${id}`, ...calls, address: '192.0.2.1', lastOn: 1_755_000_000_000 },
  ]);
  await shard.accounts.revoke(account, `int_2_${id}`, 1_760_000_000_000, 'revoked');
  return account;
}

async function addKeys(shard: Shard, account: AccountScope): Promise<void> {
  for (const number of [1, 2]) {
    await shard.accounts.createIntegration(account, {
      id: `int_${number}_${account.id}`,
      name: `Key ${number}`,
      role: 'Manager',
      areas: number === 1 ? ['WorkOrders', 'Webhooks'] : [],
      createdOn: 1_750_000_000_456,
      createdBy: 'dana@example.com',
      submitter: 'erp@example.com',
      apiKey: `key_${number}_${account.id}`,
      secretHash: sha256('first'),
    });
  }
  const grace = { now: 5, until: 4_000_000_000_000 };
  await shard.accounts.rotate(account, `int_1_${account.id}`, sha256('second'), grace);
  await shard.accounts.rotate(account, `int_1_${account.id}`, sha256('third'), grace);
}

async function addAssets(shard: Shard, account: AccountScope): Promise<void> {
  await shard
    .bulk(account)
    .load('Assets', [
      sample('Assets', 1, { ParentAssetID: 3, Name: '\u2028 \u0007 "quoted" \\ 😀 שלום' }),
      sample('Assets', 2, { ParentAssetID: 1, CustomFields: { b: 1e21, a: [null, -0.5, ',"text":{}'], 7: '' } }),
      sample('Assets', 3, { PurchaseCost: 99_999_999_999.1234 }),
    ]);
}

/** Settles the next delivery of a subscription: with the status of an answer, or as a repeat. */
export async function settle(
  shard: Shard,
  account: AccountScope,
  how: number | { repeats: number },
  subscription = 1,
): Promise<Head> {
  const waiting = await waitingOf(shard, account);
  const { key, heads } = waiting.find(({ heads }) => heads.target.subscriptionID === subscription)!;
  const head = heads.due[0]!;
  const [lease] = (await shard.deliveries.lease([key], 1)) as [Lease];
  const finished = { lease, delivery: head.delivery, record: head.record };
  const now = Date.now();
  const report = {
    outcome: { kind: 'answered', status: how as number } as const,
    timings: { dnsMs: null, connectMs: 1, tlsMs: 2.5, firstByteMs: 3, totalMs: 4 },
    answerStart: 'fine,\n"thanks"',
    retryAfterMs: null,
    startedOn: now,
    decidedOn: now,
  };
  const outcome = typeof how === 'number' ? { ...head, url: heads.target.url, report } : how;
  await shard.deliveries.settle(
    [{ ...finished, ...outcome }],
    createSettlePolicy({ retryMs: 0, clock: { now: () => now }, random: () => 0 }),
  );
  await shard.deliveries.release([lease]);
  return head;
}

interface Waiting {
  /** The subscription's number in its database. */
  readonly key: number;
  readonly heads: Extract<Heads, { due: unknown }>;
}

/** What is due of an account, by subscription. */
export async function waitingOf(shard: Shard, account: AccountScope): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const key of await shard.deliveries.subscriptionsWaiting(0, 1_000)) {
    const [lease] = (await shard.deliveries.lease([key], 1)) as [Lease];
    const heads = await shard.deliveries.heads(lease, {
      records: [],
      after: 0,
      except: new Map(),
      most: 100,
      rested: new Set(),
      longestPauseMs: 2_000,
    });
    await shard.deliveries.release([lease]);
    if ('due' in heads && heads.target.account === account.id) found.push({ key, heads });
  }
  return found;
}

export function rowsOf(shard: Shard, account: AccountScope): Promise<AccountRow[]> {
  return shard.exportAccount(account, async ({ rows }) => Array.fromAsync(rows));
}

/**
 * By kind and in order, with each number that a database counts replaced by its place: deliveries and changes are counted
 * anew.
 */
export function comparable(rows: readonly AccountRow[]): Record<string, unknown[]> {
  const places: Record<string, RowValue[]> = {
    changes: rows.filter(({ kind }) => kind === 'changes').map(({ values }) => values[0]!),
    deliveries: rows.filter(({ kind }) => kind === 'deliveries').map(({ values }) => values[0]!),
  };
  const counted: Record<string, string> = {
    'changes.seq': 'changes',
    'deliveries.change_seq': 'changes',
    'deliveries.id': 'deliveries',
    'deliveries.repeats': 'deliveries',
    'deliveries.resend_of': 'deliveries',
    'recoveries.begins': 'changes',
    'recoveries.ends': 'changes',
    'recoveries.place': 'changes',
  };
  const kinds: Record<string, unknown[]> = {};
  for (const { kind, values } of rows) {
    const row = Object.keys(rowColumnsOf(kind)).map((column, n) => {
      const numbers = places[counted[`${kind}.${column}`] ?? ''];
      return [column, numbers && values[n] !== null ? `number ${numbers.indexOf(values[n]!)}` : values[n]];
    });
    kinds[kind] ??= [];
    kinds[kind].push(Object.fromEntries(row));
  }
  return kinds;
}
