/**
 * Reads the health of subscriptions in one statement: from the hourly counts, and from the index of waiting deliveries.
 */
import { Problem } from '../../../problems.ts';
import { MAX_WAITING_COUNT } from '../../../webhooks/diagnostics/max-waiting-count.ts';
import type { HourlyCounts, SubscriptionHealth } from '../../../webhooks/diagnostics/store.ts';
import { SqlParameters } from '../../sql/dialect.ts';
import { type DiagnosticsSource, tableWithIndexHint } from './source.ts';

interface HealthRow {
  readonly id: number;
  readonly failures: number;
  readonly waiting: number;
  readonly oldest: number | null;
  readonly last_success: number | null;
  /** JSON, as text or already parsed. */
  readonly hours: string | readonly HourRow[] | null;
}

type HourRow = readonly [hour: number, ok: number, failed: number, suppressed: number, dropped: number, recent: string];

const COLUMNS = ['id', 'failures', 'waiting', 'oldest', 'last_success', 'hours'];

export interface HealthQuery {
  /** Builds the condition that selects the subscriptions `s`. */
  readonly own: (parameters: SqlParameters) => string;
  readonly since: number;
  /** Limits the query to one subscription; undefined for all. */
  readonly id: number | undefined;
}

export async function readHealth(
  source: DiagnosticsSource,
  { own, since, id }: HealthQuery,
  gone: AbortSignal | undefined,
): Promise<SubscriptionHealth[] | Problem> {
  const { dialect, jsonArray, jsonArrayOfAll } = source;
  const parameters = new SqlParameters(dialect);
  const asked = own(parameters);
  const one = id === undefined ? '' : ` AND s.id = ${parameters.add(id)}`;
  const waiting = tableWithIndexHint(dialect, 'deliveries', 'w', 'deliveries_waiting');
  const inOrder = tableWithIndexHint(dialect, 'deliveries', 'o', 'deliveries_in_order');
  // As the index has it: PostgreSQL's is on an expression, for a reason that its migration tells.
  const order = dialect.through === undefined ? 'o.id + 0' : 'o.id';
  const hour = jsonArray('h.hour', 'h.ok', 'h.failed', 'h.suppressed', 'h.dropped', 'h.recent_ms');
  const text = `SELECT s.id, s.failures_in_a_row AS failures,
      (SELECT count(*) FROM (SELECT 1 FROM ${waiting} WHERE w.state = 'waiting' AND w.subscription = s.key LIMIT ${MAX_WAITING_COUNT}) AS c)
        AS waiting,
      (SELECT o.created_on FROM ${inOrder} WHERE o.state = 'waiting' AND o.subscription = s.key ORDER BY ${order} LIMIT 1) AS oldest,
      (SELECT max(h.last_success_on) FROM delivery_hours AS h WHERE h.subscription = s.key) AS last_success,
      (SELECT ${jsonArrayOfAll(hour)} FROM delivery_hours AS h WHERE h.subscription = s.key AND h.hour >= ${parameters.add(since)}) AS hours
    FROM subscriptions AS s WHERE ${asked}${one} AND s.removed_on IS NULL ORDER BY s.id`;
  const found = await source.slow<HealthRow>({ text, values: parameters.values }, COLUMNS, gone);
  return found instanceof Problem ? found : found.map(standingsOf);
}

function standingsOf({ id, failures, waiting, oldest, last_success, hours }: HealthRow): SubscriptionHealth {
  const rows = (typeof hours === 'string' ? JSON.parse(hours) : (hours ?? [])) as HourRow[];
  return {
    id,
    failuresInARow: failures,
    waiting,
    oldestWaitingOn: oldest,
    lastSuccessOn: last_success,
    hours: rows.map(hourOf),
  };
}

function hourOf([hour, ok, failed, suppressed, dropped, recent]: HourRow): HourlyCounts {
  // Each is followed by a comma; behind the last one there is nothing, or one that was cut off.
  const recentMs = recent.split(',').slice(0, -1).map(Number);
  return { hour, ok, failed, suppressed, dropped, recentMs };
}
