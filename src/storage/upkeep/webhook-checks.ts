/** Damage checks for subscriptions and deliveries, as SQL that both engines understand. Each row found is damage. */
import { keyIDIn, type Seals } from '../../lib/sealed.ts';
import { deliveryCauses, deliveryStates } from '../../webhooks/delivery.ts';
import type { Finding } from '../shard.ts';
import { IS_PARTIAL_ACCOUNT_SQL } from '../transfer/partial-account.sqlite.ts';
import { openHeaders, type SubscriptionSecretsRow } from '../webhooks/subscriptions/subscription-secrets.ts';
import {
  CHECKED_SUBSCRIPTION_COLUMNS,
  type CheckedSubscriptionRow,
  validateSubscriptionRow,
} from '../webhooks/subscriptions/validate-subscription-row.ts';

export interface DamageCheck {
  readonly table: string;
  readonly sql: string;
  describe(row: { readonly [column: string]: unknown }): string;
}

/** Maximum number of findings per check: more of the same kind add no information. */
export const MAX_FINDINGS = 20;

/**
 * Returns a WHERE condition that excludes incomplete accounts: those being imported or removed, or left by an
 * interrupted import or removal.
 */
export const isInCompleteAccountSql = (table: string) =>
  `${table}.account NOT IN (SELECT a.key FROM accounts AS a WHERE a.${IS_PARTIAL_ACCOUNT_SQL})`;

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

export const webhookChecks: readonly DamageCheck[] = [
  {
    table: 'deliveries',
    sql: `SELECT d.id FROM deliveries AS d WHERE d.state = 'waiting' AND d.sample IS NULL
      AND NOT EXISTS (SELECT 1 FROM changes AS c WHERE c.seq = d.change_seq) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id }) => `delivery ${id} waits, but its event does not exist: it can never be sent`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id, d.subscription FROM deliveries AS d
      WHERE NOT EXISTS (SELECT 1 FROM subscriptions AS s WHERE s.key = d.subscription) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id, subscription }) => `delivery ${id} is for subscription ${subscription}, which does not exist`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id, d.state FROM deliveries AS d
      WHERE (d.state = 'waiting') <> (d.due_on IS NOT NULL) OR (d.state = 'waiting') <> (d.settled_on IS NULL) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id, state }) => `delivery ${id} is ${state}, which its times contradict`,
  },
  {
    table: 'deliveries',
    sql: `SELECT d.id FROM deliveries AS d WHERE d.state NOT IN (${quoted(deliveryStates)})
      OR d.cause NOT IN (${quoted(deliveryCauses)}) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id }) => `delivery ${id} has a state or a cause that does not exist`,
  },
  {
    table: 'recoveries',
    sql: `SELECT r.id, r.subscription FROM recoveries AS r
      WHERE NOT EXISTS (SELECT 1 FROM subscriptions AS s WHERE s.key = r.subscription) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id, subscription }) => `recovery ${id} is of subscription ${subscription}, which does not exist`,
  },
  {
    table: 'recoveries',
    sql: `SELECT r.id, r.subscription, r.state FROM recoveries AS r
      WHERE (r.state IN ('running', 'paused')) <> (r.ended_on IS NULL) OR r.place < r.begins OR r.place > r.ends
        OR (r.state = 'running' AND NOT r.open) LIMIT ${MAX_FINDINGS}`,
    describe: ({ id, subscription, state }) =>
      `recovery ${id} of subscription ${subscription} is ${state}, which its place or its times contradict`,
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
      WHERE s.removed_on IS NULL AND s.active = (s.deactivate_reason IS NOT NULL) LIMIT ${MAX_FINDINGS}`,
    describe: ({ account, id }) => `account ${account}: whether subscription ${id} is on and the reason contradict`,
  },
  {
    table: 'subscriptions',
    sql: `SELECT s.account, s.id FROM subscriptions AS s
      WHERE (s.down_since IS NULL) <> (s.next_try_on IS NULL) OR s.down_since IS NOT NULL AND s.patience_ms IS NULL LIMIT ${MAX_FINDINGS}`,
    describe: ({ account, id }) =>
      `account ${account}: whether the endpoint of subscription ${id} is down and when it is tried next contradict`,
  },
  {
    table: 'subscription_periods',
    sql: `SELECT s.account, s.id FROM subscriptions AS s
      JOIN subscription_periods AS p ON p.subscription = s.key
        AND p.began_on = (SELECT max(l.began_on) FROM subscription_periods AS l WHERE l.subscription = s.key)
      WHERE s.removed_on IS NULL AND s.active = (p.state = 'off') AND ${isInCompleteAccountSql('s')} LIMIT ${MAX_FINDINGS}`,
    describe: ({ account, id }) =>
      `account ${account}: whether subscription ${id} is on and its last period contradict`,
  },
];

/** Selects subscriptions in the order of their keys, to check them one by one. */
export const SELECT_SUBSCRIPTIONS_SQL = `SELECT key, account, id, ${CHECKED_SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE removed_on IS NULL ORDER BY key`;

/** Checks subscriptions; another check verifies that their secrets are readable. */
export function checkSubscriptions(seals: Seals, subscriptions: Iterable<unknown>): Finding[] {
  const findings: Finding[] = [];
  for (const row of subscriptions as Iterable<CheckedSubscriptionRow & SubscriptionSecretsRow>) {
    const headers = seals.known.includes(keyIDIn(row.sealed_headers) ?? seals.current) && openHeaders(seals, row);
    const fault = typeof headers === 'string' ? validateSubscriptionRow({ ...row, headers }) : undefined;
    if (fault === undefined) continue;
    const message = `subscriptions: account ${row.account}: nothing can be delivered to subscription ${row.id}: ${fault}`;
    findings.push({ table: 'subscriptions', message });
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

export function describeFindings(
  { table, describe }: DamageCheck,
  rows: readonly { readonly [column: string]: unknown }[],
): Finding[] {
  return rows.map((row) => ({ table, message: `${table}: ${describe(row)}` }));
}
