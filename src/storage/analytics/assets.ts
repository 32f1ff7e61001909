/** Queries about one asset: a strip of figures, and a timeline from other records. */

import type {
  AssetStore,
  AssetStrip,
  TimelineEvent,
  TimelineEventKind,
  TimelineEventsQuery,
} from '../../analytics/store.ts';
import { happeningKinds } from '../../analytics/store.ts';
import { unfinishedStatuses } from '../../analytics/unfinished.ts';
import type { Problem } from '../../problems.ts';
import type { Dialect, SqlParameters } from '../sql/dialect.ts';
import { tableWithIndexHint } from '../webhooks/diagnostics/source.ts';
import {
  type AnalyticsSource,
  countIfSql,
  enumIndexOf,
  readWideSum,
  runAnalyticsQuery,
  wideSumColumns,
} from './analytics-query.ts';

export function createAssetStore(source: AnalyticsSource): AssetStore {
  return {
    strip: (assetID, since, gone) => readStrip(source, assetID, since, gone),
    happenings: (asked, gone) => findHappenings(source, asked, gone),
  };
}

const unfinished = `w.status IN (${unfinishedStatuses.map((status) => enumIndexOf('WorkOrders', 'Status', status)).join(', ')})`;
const ofType = (type: string) => `w.type = ${enumIndexOf('WorkOrders', 'Type', type)}`;

/**
 * Returns work orders with an index hint. Without it, the databases would use a date index and scan all work orders of
 * the account.
 */
function byAsset(dialect: Dialect): string {
  return tableWithIndexHint(dialect, 'work_orders', 'w', 'work_orders_by_asset_id');
}

interface StripRow {
  readonly unfinished: number | null;
  readonly reactive: number | null;
  readonly repaired: number | null;
  readonly timed: number | null;
  readonly last_id: number | null;
  readonly last_on: number | null;
  readonly next_id: number | null;
  readonly next_on: number | null;
}

function readStrip(
  source: AnalyticsSource,
  assetID: number,
  since: number,
  gone: AbortSignal | undefined,
): Promise<AssetStrip | Problem> {
  const { account } = source;
  return runAnalyticsQuery(
    source,
    (parameters) => {
      const from = parameters.add(since);
      const own = `w.account = ${parameters.add(account)} AND w.asset_id = ${parameters.add(assetID)} AND w.deleted = FALSE`;
      const preventive = `FROM ${byAsset(source.dialect)} WHERE ${own} AND ${ofType('Preventive')}`;
      const last = `${preventive} AND w.completed_on IS NOT NULL ORDER BY w.completed_on + 0 DESC, w.id DESC LIMIT 1`;
      const next = `${preventive} AND ${unfinished} AND w.due_on IS NOT NULL ORDER BY w.due_on + 0, w.id LIMIT 1`;
      const repaired = `${ofType('Reactive')} AND w.completed_on >= ${from}`;
      // Excludes work orders finished before they were entered here.
      const timed = `${repaired} AND w.completed_on >= w.created_on`;
      return {
        unfinished: countIfSql(unfinished),
        reactive: countIfSql(`${ofType('Reactive')} AND w.created_on >= ${from}`),
        repaired: countIfSql(repaired),
        timed: countIfSql(timed),
        ...wideSumColumns('cost', `CASE WHEN w.completed_on >= ${from} THEN w.total_cost ELSE 0 END`),
        ...wideSumColumns('took', `CASE WHEN ${timed} THEN w.completed_on - w.created_on ELSE 0 END`),
        last_id: `(SELECT w.id ${last})`,
        last_on: `(SELECT w.completed_on ${last})`,
        next_id: `(SELECT w.id ${next})`,
        next_on: `(SELECT w.due_on ${next})`,
      };
    },
    (parameters) => `FROM ${byAsset(source.dialect)} WHERE w.account = ${parameters.add(account)}
      AND w.asset_id = ${parameters.add(assetID)} AND w.deleted = FALSE`,
    ([row]: readonly StripRow[]) => ({
      unfinished: row!.unfinished ?? 0,
      lastPreventive: row!.last_id === null ? null : { id: row!.last_id, on: row!.last_on! },
      nextPreventive: row!.next_id === null ? null : { id: row!.next_id, on: row!.next_on! },
      reactive: row!.reactive ?? 0,
      cost: readWideSum(row!, 'cost'),
      repaired: row!.repaired ?? 0,
      timed: row!.timed ?? 0,
      repairMs: readWideSum(row!, 'took'),
    }),
    gone,
  );
}

/**
 * Queries for the timeline events of each record kind. A work order counts when it was created; a form and an order
 * when sent, or else created.
 */
const tellings: Record<TimelineEventKind, (own: { dialect: Dialect; account: string; asset: string }) => string> = {
  WorkOrders: ({ dialect, account, asset }) => `SELECT w.id, w.created_on AS happened FROM ${byAsset(dialect)}
    WHERE w.account = ${account} AND w.asset_id = ${asset} AND w.deleted = FALSE`,
  Forms: ({ dialect, account, asset }) => `SELECT f.id, coalesce(f.submitted_on, f.created_on) AS happened
    FROM ${tableWithIndexHint(dialect, 'forms', 'f', 'forms_by_asset_id')}
    WHERE f.account = ${account} AND f.asset_id = ${asset} AND f.deleted = FALSE`,
  // A purchase order belongs to the asset of its work order.
  PurchaseOrders: ({ dialect, account, asset }) => `SELECT p.id, coalesce(p.sent_on, p.created_on) AS happened
    FROM ${byAsset(dialect)} JOIN ${tableWithIndexHint(dialect, 'purchase_orders', 'p', 'purchase_orders_by_work_order_id')} ON p.account = w.account AND p.work_order_id = w.id
    WHERE w.account = ${account} AND w.asset_id = ${asset} AND p.deleted = FALSE`,
};

function findHappenings(
  source: AnalyticsSource,
  { assetID, kinds, behind, until, most }: TimelineEventsQuery,
  gone: AbortSignal | undefined,
): Promise<TimelineEvent[] | Problem> {
  if (kinds.length === 0) return Promise.resolve([]);
  return runAnalyticsQuery(
    source,
    () => ({ kind: 't.kind', id: 't.id', happened: 't.happened' }),
    (parameters) => {
      const own = { dialect: source.dialect, account: parameters.add(source.account), asset: parameters.add(assetID) };
      const all = kinds.map(
        (kind) => `SELECT ${happeningKinds.indexOf(kind)} AS kind, k.id, k.happened FROM (${tellings[kind](own)}) AS k`,
      );
      return `FROM (${all.join(' UNION ALL ')}) AS t WHERE t.happened <= ${parameters.add(until)}${isBehind(behind, parameters)}
        ORDER BY t.happened DESC, t.kind, t.id DESC LIMIT ${parameters.add(most)}`;
    },
    (rows: readonly { kind: number; id: number; happened: number }[]) =>
      rows.map(({ kind, id, happened }) => ({ kind: happeningKinds[kind]!, id, on: happened })),
    gone,
  );
}

function isBehind(behind: TimelineEvent | undefined, parameters: SqlParameters): string {
  if (behind === undefined) return '';
  const [on, kind, id] = [behind.on, happeningKinds.indexOf(behind.kind), behind.id].map((value) =>
    parameters.add(value),
  );
  return ` AND (t.happened < ${on} OR (t.happened = ${on} AND (t.kind > ${kind} OR (t.kind = ${kind} AND t.id < ${id}))))`;
}
