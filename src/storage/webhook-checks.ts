/** What can be wrong about subscriptions and deliveries, as statements both databases understand; each row found is damage. */
import { causes, deliveryStates } from '../webhooks/delivery.ts';
import type { Finding } from './shard.ts';
import { faultOfSubscription, WISH_ROW_COLUMNS, type WishRow } from './subscription-fault.ts';

export interface Check {
  readonly table: string;
  readonly sql: string;
  describe(row: { readonly [column: string]: unknown }): string;
}

/** More of the same kind would say no more. */
export const MOST_FINDINGS = 20;

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

export const webhookChecks: readonly Check[] = [
  {
    table: 'deliveries',
    sql: `SELECT d.id FROM deliveries AS d WHERE d.state = 'waiting' AND d.sample IS NULL
      AND NOT EXISTS (SELECT 1 FROM changes AS c WHERE c.seq = d.change_seq) LIMIT ${MOST_FINDINGS}`,
    describe: ({ id }) => `delivery ${id} waits, but its event does not exist: it can never be sent`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id, d.subscription FROM deliveries AS d
      WHERE NOT EXISTS (SELECT 1 FROM subscriptions AS s WHERE s.key = d.subscription) LIMIT ${MOST_FINDINGS}`,
    describe: ({ id, subscription }) => `delivery ${id} is for subscription ${subscription}, which does not exist`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id, d.state FROM deliveries AS d
      WHERE (d.state = 'waiting') <> (d.due_on IS NOT NULL) OR (d.state = 'waiting') <> (d.settled_on IS NULL) LIMIT ${MOST_FINDINGS}`,
    describe: ({ id, state }) => `delivery ${id} is ${state}, which its times contradict`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id FROM deliveries AS d WHERE d.state NOT IN (${quoted(deliveryStates)})
      OR d.cause NOT IN (${quoted(causes)}) LIMIT ${MOST_FINDINGS}`,
    describe: ({ id }) => `delivery ${id} has a state or a cause that does not exist`,
  },
  {
    table: 'subscriptions',
    sql: `SELECT s.account, max(s.id) AS newest, max(c.last_id) AS counter FROM subscriptions AS s
      LEFT JOIN record_counters AS c ON c.account = s.account AND c.type = 'Webhooks'
      GROUP BY s.account HAVING max(c.last_id) IS NULL OR max(s.id) > max(c.last_id)`,
    describe: ({ account, newest, counter }) =>
      `account ${account}: the newest subscription has id ${newest}, the counter stands at ${counter ?? 'nothing'}`,
  },
  {
    table: 'subscriptions',
    sql: `SELECT s.account, s.id FROM subscriptions AS s
      WHERE s.removed_on IS NULL AND s.active = (s.deactivate_reason IS NOT NULL) LIMIT ${MOST_FINDINGS}`,
    describe: ({ account, id }) => `account ${account}: whether subscription ${id} is on and the reason contradict`,
  },
  {
    table: 'subscription_periods',
    sql: `SELECT s.account, s.id FROM subscriptions AS s
      JOIN subscription_periods AS p ON p.subscription = s.key
        AND p.began_on = (SELECT max(l.began_on) FROM subscription_periods AS l WHERE l.subscription = s.key)
      WHERE s.removed_on IS NULL AND s.active = (p.state = 'off') LIMIT ${MOST_FINDINGS}`,
    describe: ({ account, id }) =>
      `account ${account}: whether subscription ${id} is on and its last period contradict`,
  },
];

/** Subscriptions in the order of their keys, to be judged one by one. */
export const subscriptionsSQL = `SELECT key, account, id, ${WISH_ROW_COLUMNS} FROM subscriptions
  WHERE removed_on IS NULL ORDER BY key`;

export function findingsAmong(subscriptions: Iterable<unknown>): Finding[] {
  const findings: Finding[] = [];
  for (const row of subscriptions as Iterable<WishRow & { readonly account: number; readonly id: number }>) {
    const fault = faultOfSubscription(row);
    if (fault === undefined) continue;
    const message = `subscriptions: account ${row.account}: nothing can be delivered to subscription ${row.id}: ${fault}`;
    findings.push({ table: 'subscriptions', message });
    if (findings.length === MOST_FINDINGS) break;
  }
  return findings;
}

export function findingsOf(
  { table, describe }: Check,
  rows: readonly { readonly [column: string]: unknown }[],
): Finding[] {
  return rows.map((row) => ({ table, message: `${table}: ${describe(row)}` }));
}
