/** Queries about assets that are down or impaired: how many, and since when according to the change log. */
import { type DownAsset, type DownAssets, type DownBase, downBases } from '../../analytics/store.ts';
import { Problem } from '../../problems.ts';
import type { SqlParameters } from '../sql/dialect.ts';
import { tableWithIndexHint } from '../webhooks/diagnostics/source.ts';
import { type AnalyticsSource, enumIndexOf, enumValuesOf, runAnalyticsQuery } from './analytics-query.ts';

const IS_DOWN_STATUS_SQL = `s.base_status IN (${downBases.map((base) => enumIndexOf('AssetStatuses', 'BaseStatus', base)).join(', ')})`;

/** Maximum number of changes that one statement scans, so that it does not delay others. */
const CHANGES_PER_STATEMENT = 5_000;

export async function findDownAssets(
  source: AnalyticsSource,
  locationID: number | undefined,
  most: number,
  mostChanges: number,
  gone: AbortSignal | undefined,
): Promise<DownAssets | Problem> {
  const statuses = await findStatuses(source, gone);
  if (statuses instanceof Problem) return statuses;
  const counts = await countDown(source, locationID, gone);
  if (counts instanceof Problem) return counts;
  const rows = await mostCritical(source, locationID, most, gone);
  if (rows instanceof Problem) return rows;
  const since = await findSince(source, rows, mostChanges, gone);
  if (since instanceof Problem) return since;
  return { statuses, counts, assets: rows.map((row) => assetOf(row, since.get(row.id) ?? null)) };
}

function findStatuses(
  source: AnalyticsSource,
  gone: AbortSignal | undefined,
): Promise<DownAssets['statuses'] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ id: 's.id', base: 's.base_status' }),
    (parameters) =>
      `FROM asset_statuses AS s WHERE s.account = ${parameters.add(source.account)} AND ${IS_DOWN_STATUS_SQL} ORDER BY s.id`,
    (rows: readonly { id: number; base: number }[]) => rows.map(({ id, base }) => ({ id, base: baseOf(base) })),
    gone,
  );
}

function countDown(
  source: AnalyticsSource,
  locationID: number | undefined,
  gone: AbortSignal | undefined,
): Promise<DownAssets['counts'] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ criticality: 'a.criticality', base: 's.base_status', count: 'count(*)' }),
    (parameters) => `FROM ${downAssets(source, locationID, parameters)} GROUP BY a.criticality, s.base_status
      ORDER BY coalesce(a.criticality, -1) DESC, s.base_status DESC`,
    (rows: readonly { criticality: number | null; base: number; count: number }[]) =>
      rows.map(({ criticality, base, count }) => ({
        criticality: criticalityOf(criticality),
        base: baseOf(base),
        count,
      })),
    gone,
  );
}

interface AssetRow {
  readonly id: number;
  readonly status_id: number;
  readonly base: number;
  readonly criticality: number | null;
  /** Newest version in the change log; `oldest` is the oldest one there. */
  readonly newest: number | null;
  readonly oldest: number | null;
}

function mostCritical(
  source: AnalyticsSource,
  locationID: number | undefined,
  most: number,
  gone: AbortSignal | undefined,
): Promise<readonly AssetRow[] | Problem> {
  return runAnalyticsQuery(
    source,
    (parameters) => {
      const changes = `FROM changes AS c WHERE c.account = ${parameters.add(source.account)} AND c.type = 'Assets' AND c.record_id = t.id`;
      return {
        id: 't.id',
        status_id: 't.asset_status_id',
        base: 't.base_status',
        criticality: 't.criticality',
        newest: `(SELECT max(c.version) ${changes})`,
        oldest: `(SELECT min(c.version) ${changes})`,
      };
    },
    (parameters) => `FROM (SELECT a.id, a.asset_status_id, a.criticality, s.base_status
        FROM ${downAssets(source, locationID, parameters)}
        ORDER BY coalesce(a.criticality, -1) DESC, s.base_status DESC, a.id LIMIT ${parameters.add(most)}) AS t
      ORDER BY coalesce(t.criticality, -1) DESC, t.base_status DESC, t.id`,
    (rows: readonly AssetRow[]) => rows,
    gone,
  );
}

interface Sought {
  readonly id: number;
  /** Newest version not yet checked. */
  readonly newest: number;
  readonly oldest: number;
}

/**
 * Finds when each asset got its current status. The log of an asset that changes constantly, such as one with a meter,
 * is searched backwards in steps. Assets not yet resolved share each step.
 */
async function findSince(
  source: AnalyticsSource,
  assets: readonly AssetRow[],
  most: number,
  gone: AbortSignal | undefined,
): Promise<ReadonlyMap<number, number> | Problem> {
  const since = new Map<number, number>();
  let sought = assets.filter((one): one is AssetRow & Sought => one.newest !== null) as readonly Sought[];
  for (let left = most; left > 0 && sought.length > 0; left -= CHANGES_PER_STATEMENT) {
    const step = Math.ceil(Math.min(left, CHANGES_PER_STATEMENT) / sought.length);
    const found = await newestOfStatus(source, sought, step, gone);
    if (found instanceof Problem) return found;
    for (const { id, made_on: on } of found) since.set(id, on);
    sought = sought
      .map(({ id, newest, oldest }) => ({ id, newest: newest - step, oldest }))
      .filter(({ id, newest, oldest }) => !since.has(id) && newest >= oldest);
  }
  return since;
}

/** Finds the newest status change of each asset among its next `step` changes. */
function newestOfStatus(
  source: AnalyticsSource,
  sought: readonly Sought[],
  step: number,
  gone: AbortSignal | undefined,
): Promise<readonly { id: number; made_on: number }[] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ id: 't.id', made_on: 't.made_on' }),
    (parameters) => {
      const own = `c.account = ${parameters.add(source.account)} AND c.type = 'Assets'`;
      const isStatus = `(c.version = 1 OR ${source.has('c.before', parameters.add('AssetStatusID'))})`;
      const each = sought.map(
        ({ id, newest }) => `SELECT n.id, n.made_on FROM (SELECT c.record_id AS id, c.committed_on AS made_on
          FROM changes AS c WHERE ${own} AND c.record_id = ${parameters.add(id)} AND c.version <= ${parameters.add(newest)}
            AND c.version > ${parameters.add(newest - step)} AND ${isStatus} ORDER BY c.version DESC LIMIT 1) AS n`,
      );
      return `FROM (${each.join(' UNION ALL ')}) AS t`;
    },
    (rows: readonly { id: number; made_on: number }[]) => rows,
    gone,
  );
}

function assetOf({ id, status_id: statusID, base, criticality }: AssetRow, since: number | null): DownAsset {
  return { id, statusID, base: baseOf(base), criticality: criticalityOf(criticality), since };
}

function downAssets(
  { account, dialect }: AnalyticsSource,
  locationID: number | undefined,
  parameters: SqlParameters,
): string {
  const there = locationID === undefined ? '' : ` AND a.location_id = ${parameters.add(locationID)}`;
  const assets = tableWithIndexHint(dialect, 'assets', 'a', 'assets_for_figures');
  return `asset_statuses AS s JOIN ${assets} ON a.account = s.account AND a.asset_status_id = s.id
    WHERE s.account = ${parameters.add(account)} AND ${IS_DOWN_STATUS_SQL} AND a.deleted = FALSE${there}`;
}

function baseOf(at: number): DownBase {
  return enumValuesOf('AssetStatuses', 'BaseStatus')[at] as DownBase;
}

function criticalityOf(at: number | null): string | null {
  return at === null ? null : enumValuesOf('Assets', 'Criticality')[at]!;
}
