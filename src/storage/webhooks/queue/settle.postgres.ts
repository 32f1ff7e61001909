/**
 * Writes the results of attempts in one transaction. It locks the lanes by their lease tokens, so that a worker that
 * has lost its lease writes nothing.
 */
import type { DeliveryState } from '../../../webhooks/delivery.ts';
import type {
  DeliverySettlement,
  EndpointState,
  Lease,
  SettleInput,
  SettlePolicy,
  SettleResult,
} from '../../../webhooks/queue.ts';
import { awaitPipelined, type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { writeHours } from '../delivery-hours.postgres.ts';
import { HourTallies } from '../delivery-hours.ts';
import { beginPeriods, type StartedPeriod } from '../subscriptions/active-periods.postgres.ts';
import { NOW_MS_SQL } from './leases.postgres.ts';
import {
  attemptsBefore,
  DROPPED_COLUMNS,
  type DroppedDeliveryRow,
  ENDPOINT_STATE_COLUMNS,
  type EndpointStateRow,
  endpointStateOf,
  endpointStateValues,
  type RecoveryRecount,
  recountRecoverySql,
  recoveryRecountOf,
  settleOpenDelivery,
} from './settle.ts';

/** Settles the attempts in two round trips: statements that do not depend on earlier answers are sent together. */
export async function settleAll(
  client: Client,
  finished: readonly SettleInput[],
  judge: SettlePolicy,
): Promise<(SettleResult | undefined)[]> {
  const leases = new Map(finished.map(({ lease }) => [lease.token, lease]));
  const [, held, open] = await awaitPipelined([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED'),
    queryRows<EndpointStateRow & { subscription: number; now: number }>(
      client,
      lockLanes,
      leaseColumns([...leases.values()]),
    ),
    queryRows<OpenRow>(client, readOpen, [
      finished.map(({ delivery }) => delivery),
      finished.map(({ lease }) => lease.subscription),
      finished.map(attemptsBefore),
    ]),
  ]);
  const opens = new Map(open.map((row) => [row.id, row]));
  const clocks = new Map(held.map(({ subscription, now }) => [subscription, now]));
  const standings = new Map(held.map((row) => [row.subscription, endpointStateOf(row)]));
  const changed = new Set<number>();
  const tallies = new HourTallies();
  const recounts: RecoveryRecount[] = [];
  /** The period that begins for each subscription. If one batch begins several, the last one counts. */
  const begun = new Map<number, StartedPeriod>();
  const settled = finished.map((one) => {
    const { subscription } = one.lease;
    const [row, standing] = [opens.get(one.delivery), standings.get(subscription)];
    if (row === undefined || standing === undefined) return undefined;
    const now = clocks.get(subscription)!;
    const dropped = row.state === 'dropped' ? row : undefined;
    const judged = settleOpenDelivery(judge, { standing, dropped }, one, now);
    tallies.add(one, judged, now, dropped);
    recounts.push(...recoveryRecountOf(one, dropped, judged));
    if (judged.period !== undefined) begun.set(subscription, { ...judged.period, subscription, now });
    // The next one of this batch sees what this one has made of the subscription.
    if (judged.standing !== standing) changed.add(subscription);
    standings.set(subscription, judged.standing);
    return judged;
  });
  const [more] = await awaitPipelined([
    writeDeliveries(client, finished, settled),
    writeStandings(client, changed, standings),
    writeHours(client, tallies.all),
    writeRecounts(client, recounts),
    beginPeriods(client, [...begun.values()]),
    client.query('COMMIT'),
  ]);
  return settled.map((one, n) => one && { settled: one, more: more.get(finished[n]!.delivery) ?? false });
}

interface OpenRow extends DroppedDeliveryRow {
  readonly id: number;
  readonly state: DeliveryState;
}

/** Writes the settled deliveries. Returns by delivery id whether another delivery of the same record waits. */
async function writeDeliveries(
  client: Client,
  finished: readonly SettleInput[],
  settled: readonly (DeliverySettlement | undefined)[],
): Promise<Map<number, boolean>> {
  const pairs = finished.flatMap((one, n) => (settled[n] === undefined ? [] : [{ one, to: settled[n] }]));
  if (pairs.length === 0) return new Map();
  const written = await queryRows<{ id: number; more: boolean }>(client, writeOutcomes, [
    pairs.map(({ one }) => one.delivery),
    pairs.map(({ to }) => to.state),
    pairs.map(({ to }) => to.attempts),
    pairs.map(({ to }) => to.retry?.dueOn ?? null),
    pairs.map(({ to }) => to.status),
    pairs.map(({ to }) => to.error),
    pairs.map(({ to }) => to.repeats),
    pairs.map(({ to }) => to.entry),
    pairs.map(({ to }) => to.waitingSince),
  ]);
  return new Map(written.map(({ id, more }) => [id, more]));
}

async function writeStandings(
  client: Client,
  changed: ReadonlySet<number>,
  standings: ReadonlyMap<number, EndpointState>,
): Promise<void> {
  if (changed.size === 0) return;
  const keys = [...changed];
  const values = keys.map((key) => endpointStateValues(standings.get(key)!));
  await queryRows(client, writeSubscriptions, [
    keys,
    ...ENDPOINT_STATE_COLUMNS.map((_, n) => values.map((row) => row[n]!)),
  ]);
}

/**
 * Corrects the counts of recovery runs. The caller has locked their subscriptions, as every update of a run requires.
 */
async function writeRecounts(client: Client, recounts: readonly RecoveryRecount[]): Promise<void> {
  if (recounts.length === 0) return;
  await queryRows(client, recount, [
    recounts.map(({ subscription }) => subscription),
    recounts.map(({ recovery }) => recovery),
    recounts.map(({ delivered }) => delivered),
    recounts.map(({ failed }) => failed),
  ]);
}

/** $1 subscriptions, $2 runs, $3 what was delivered, $4 what failed. */
const recount: PreparedStatement = {
  name: 'recount_recoveries',
  text: `UPDATE recoveries AS r SET ${recountRecoverySql('c.more_delivered', 'c.more_failed')}
    FROM (SELECT subscription, recovery, sum(delivered)::bigint AS more_delivered, sum(failed)::bigint AS more_failed
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS o (subscription, recovery, delivered, failed)
      GROUP BY subscription, recovery) AS c
    WHERE r.subscription = c.subscription AND r.id = c.recovery`,
};

/**
 * $1 subscriptions, $2 their lease tokens. The locks prevent other workers from taking over the lanes before the
 * results are committed.
 */
const lockLanes: PreparedStatement = {
  name: 'lock_lanes',
  text: `SELECT l.subscription, ${ENDPOINT_STATE_COLUMNS.map((column) => `s.${column}`).join(', ')}, s.patience_ms, s.target_url, ${NOW_MS_SQL} AS now
    FROM lanes AS l
    JOIN unnest($1::bigint[], $2::text[]) AS held (subscription, token) USING (subscription, token)
    JOIN subscriptions AS s ON s.key = l.subscription AND s.removed_on IS NULL
    ORDER BY l.subscription FOR NO KEY UPDATE OF l, s`,
};

/**
 * $1 deliveries, $2 their subscriptions, $3 attempts known before. Runs after the locks, so nothing can change these
 * rows any more.
 */
const readOpen: PreparedStatement = {
  name: 'read_open',
  text: `SELECT d.id, d.state, ${DROPPED_COLUMNS}
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS o (id, subscription, attempts)
    JOIN deliveries AS d ON d.id = o.id AND d.subscription = o.subscription AND d.attempts = o.attempts
    WHERE d.state IN ('waiting', 'dropped')`,
};

/**
 * The subquery sees the old rows, not the new ones. It therefore reads only deliveries after this one, by the index of
 * waiting deliveries (see `lowestDeliverySql` for the form of the condition).
 */
const writeOutcomes: PreparedStatement = {
  name: 'write_outcomes',
  text: `UPDATE deliveries AS d SET
      state = o.state, due_on = o.due_on, settled_on = CASE WHEN o.due_on IS NULL THEN ${NOW_MS_SQL} END, attempts = o.attempts,
      last_status = o.status, last_error = o.error, repeats = o.repeats, log = concat_ws(',', nullif(d.log, ''), o.entry),
      waiting_since = o.waiting_since
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::bigint[])
      AS o (id, state, attempts, due_on, status, error, repeats, entry, waiting_since)
    WHERE d.id = o.id
    RETURNING d.id, (SELECT true FROM deliveries AS n WHERE n.state = 'waiting' AND n.subscription = d.subscription
      AND n.record_id >= d.record_id AND n.record_id <= d.record_id AND n.id > d.id
      ORDER BY n.record_id, n.id LIMIT 1) IS NOT NULL AS more`,
};

/** $1 subscriptions, then one column for each value of their endpoint states. */
const writeSubscriptions: PreparedStatement = {
  name: 'write_standings',
  text: `UPDATE subscriptions AS s SET ${ENDPOINT_STATE_COLUMNS.map((column) => `${column} = ${column === 'active' ? 'w.active = 1' : `w.${column}`}`).join(', ')}
    FROM unnest($1::bigint[], ${ENDPOINT_STATE_COLUMNS.map((column, n) => `$${n + 2}::${column === 'deactivate_reason' ? 'text' : 'bigint'}[]`).join(', ')})
      AS w (key, ${ENDPOINT_STATE_COLUMNS.join(', ')})
    WHERE s.key = w.key`,
};

export function leaseColumns(leases: readonly Lease[]): [number[], string[]] {
  return [leases.map(({ subscription }) => subscription), leases.map(({ token }) => token)];
}
