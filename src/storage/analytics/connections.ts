/** Queries about the state of all webhooks and keys of an account. They use short rows and indexes only. */
import type {
  ConnectionsStore,
  DeliveryHour,
  KeyCalls,
  KeyStanding,
  RecentDelivery,
  SourceCount,
  WebhookStanding,
} from '../../analytics/store.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { isWebConsole } from '../../people/person.ts';
import { type PreviousSecretExpiryColumns, previousSecretExpiriesOf } from '../accounts/integration-row.ts';
import type { Dialect, SqlParameters } from '../sql/dialect.ts';
import { tableWithIndexHint } from '../webhooks/diagnostics/source.ts';
import { type AnalyticsSource, runAnalyticsQuery, type SelectedColumns } from './analytics-query.ts';

const MAX_WAITING_COUNTED = 1_000;

export function createConnectionsStore(source: AnalyticsSource): ConnectionsStore {
  const { dialect, account } = source;
  const own = (parameters: SqlParameters) =>
    `subscriptions AS s WHERE s.account = ${parameters.add(account)} AND s.removed_on IS NULL`;
  return {
    webhooks: (gone) =>
      runAnalyticsQuery(
        source,
        () => standing(dialect),
        (p) => `FROM ${own(p)} ORDER BY s.id`,
        each(standingOf),
        gone,
      ),
    keys: (gone) =>
      runAnalyticsQuery(
        source,
        () => ({
          id: 'i.id',
          name: 'i.name',
          created: 'i.created_on',
          used: 'u.last_used_on',
          previous_valid_until: 'i.previous_valid_until',
          earlier_secrets: 'i.earlier_secrets',
        }),
        (p) => `FROM integrations AS i LEFT JOIN key_use AS u ON u.integration_id = i.id
          WHERE i.account = ${p.add(account)} AND i.revoked_on IS NULL ORDER BY i.created_on, i.id`,
        // The console has its own integration, without a key.
        (rows: readonly KeyRow[]) => rows.filter(({ id }) => !isWebConsole(id)).map(keyOf),
        gone,
      ),
    hours: (since, gone) =>
      runAnalyticsQuery(
        source,
        () => ({
          hour: 'h.hour',
          ok: sum('h.ok'),
          failed: sum('h.failed'),
          suppressed: sum('h.suppressed'),
          dropped: sum('h.dropped'),
        }),
        (p) => `FROM (SELECT s.key FROM ${own(p)}) AS s JOIN delivery_hours AS h ON h.subscription = s.key
          WHERE h.hour >= ${p.add(since)} GROUP BY h.hour`,
        (rows: readonly DeliveryHour[]) => [...rows],
        gone,
      ),
    recent: (since, ofEach, gone) =>
      runAnalyticsQuery(
        source,
        () => RECENT_DELIVERY_COLUMNS,
        (p) => `FROM ${newest(dialect, own(p), p, ofEach)} WHERE ${settled(p, since)}`,
        each(recentOf),
        gone,
      ),
    calls: (since, gone) =>
      runAnalyticsQuery(
        source,
        () => ({
          id: 'i.id',
          name: 'i.name',
          calls: sum('h.calls'),
          refused: sum('h.refused'),
          limited: sum('h.limited'),
          peak: 'max(h.peak_minute)',
        }),
        (p) => `FROM usage_hours AS h JOIN integrations AS i ON i.id = h.integration_id
          WHERE h.account = ${p.add(account)} AND h.hour >= ${p.add(since)} GROUP BY i.id, i.name ORDER BY 3 DESC, i.id`,
        each(callsOf),
        gone,
      ),
    sources: (since, most, gone) =>
      runAnalyticsQuery(
        source,
        () => ({ kind: 'c.by_kind', count: 'count(*)', oldest: 'min(c.committed_on)' }),
        (p) => `FROM (SELECT c.by_kind, c.committed_on FROM changes AS c WHERE c.account = ${p.add(account)}
            ORDER BY c.seq DESC LIMIT ${p.add(most)}) AS c
          WHERE c.committed_on >= ${p.add(since)} GROUP BY c.by_kind ORDER BY 2 DESC, 1`,
        (rows: readonly SourceCount[]) => [...rows],
        gone,
      ),
  };
}

function sum(column: string): string {
  return `CAST(sum(${column}) AS BIGINT)`;
}

function each<Row, Shown>(show: (row: Row) => Shown): (rows: readonly Row[]) => Shown[] {
  return (rows) => rows.map(show);
}

function standing(dialect: Dialect): SelectedColumns {
  const waiting = tableWithIndexHint(dialect, 'deliveries', 'w', 'deliveries_waiting');
  const inOrder = tableWithIndexHint(dialect, 'deliveries', 'o', 'deliveries_in_order');
  // As the index has it: PostgreSQL's is on an expression, for a reason that its migration tells.
  const order = dialect.through === undefined ? 'o.id + 0' : 'o.id';
  return {
    id: 's.id',
    name: 's.name',
    active: 's.active',
    why: 's.deactivate_reason',
    failures: 's.failures_in_a_row',
    waiting: `(SELECT count(*) FROM (SELECT 1 FROM ${waiting} WHERE w.state = 'waiting' AND w.subscription = s.key LIMIT ${MAX_WAITING_COUNTED}) AS c)`,
    oldest: `(SELECT o.created_on FROM ${inOrder} WHERE o.state = 'waiting' AND o.subscription = s.key ORDER BY ${order} LIMIT 1)`,
  };
}

interface StandingRow {
  readonly id: number;
  readonly name: string | null;
  readonly active: boolean | number;
  readonly why: string | null;
  readonly failures: number;
  readonly waiting: number;
  readonly oldest: number | null;
}

function standingOf({ active, failures, oldest, ...rest }: StandingRow): WebhookStanding {
  return { ...rest, active: Boolean(active), failuresInARow: failures, oldestWaitingOn: oldest };
}

interface KeyRow extends PreviousSecretExpiryColumns {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly used: number | null;
}

function keyOf({ id, name, created, used, ...previous }: KeyRow): KeyStanding {
  return { id, name, createdOn: created, lastUsedOn: used, previousEnds: previousSecretExpiriesOf(previous) };
}

function callsOf({ peak, ...rest }: Omit<KeyCalls, 'peakMinute'> & { readonly peak: number }): KeyCalls {
  return { ...rest, peakMinute: peak };
}

/**
 * Columns of a recent delivery. The log of a delivery starts with its first attempt, which starts with its time, so a
 * short prefix suffices.
 */
const RECENT_DELIVERY_COLUMNS = {
  webhook: 's.id',
  state: 'd.state',
  error: 'd.last_error',
  attempts: 'd.attempts',
  processed: 'd.processed_on',
  begun: 'substr(d.log, 1, 120)',
};

/** Returns the newest deliveries of each webhook, at most `ofEach`. */
function newest(dialect: Dialect, own: string, parameters: SqlParameters, ofEach: number): string {
  const all = tableWithIndexHint(dialect, 'deliveries', 'n', 'deliveries_by_subscription');
  const first = `(SELECT n.id FROM ${all} WHERE n.subscription = s.key ORDER BY n.id DESC LIMIT 1 OFFSET ${parameters.add(ofEach - 1)})`;
  return `(SELECT s.id, s.key, coalesce(${first}, 0) AS first FROM ${own}) AS s
    JOIN ${tableWithIndexHint(dialect, 'deliveries', 'd', 'deliveries_by_subscription')} ON d.subscription = s.key AND d.id >= s.first`;
}

function settled(parameters: SqlParameters, since: number): string {
  return `d.state IN ('succeeded', 'failed') AND d.cause <> 'test' AND d.settled_on >= ${parameters.add(since)}`;
}

interface RecentRow {
  readonly webhook: number;
  readonly state: 'succeeded' | 'failed';
  readonly error: string | null;
  readonly attempts: number;
  readonly processed: number;
  readonly begun: string;
}

function recentOf({ processed, begun, ...rest }: RecentRow): RecentDelivery {
  const startedOn = /"startedOn":"([^"]+)"/.exec(begun)?.[1];
  return {
    ...rest,
    processedOn: processed,
    startedOn: startedOn === undefined ? null : (parseTimestamp(startedOn) ?? null),
  };
}
