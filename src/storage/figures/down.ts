/** Assets that do not do what they should: how many, and since when, as the log of changes tells. */
import { type DownAsset, type DownAssets, type DownBase, downBases } from '../../figures/store.ts';
import { Problem } from '../../problems.ts';
import type { Parameters } from '../dialect.ts';
import { through } from '../insight/source.ts';
import { ask, type FigureSource, place, valuesOf } from './source.ts';

const BASES = `s.base_status IN (${downBases.map((base) => place('AssetStatuses', 'BaseStatus', base)).join(', ')})`;

/** Of an asset that changes all the time, as one with a meter does, so many of its changes are looked through. */
const MOST_LOOKED_AT = 2_000;

export async function findDown(
  source: FigureSource,
  locationID: number | undefined,
  most: number,
  gone: AbortSignal | undefined,
): Promise<DownAssets | Problem> {
  const statuses = await findStatuses(source, gone);
  if (statuses instanceof Problem) return statuses;
  const counts = await countDown(source, locationID, gone);
  if (counts instanceof Problem) return counts;
  const assets = await mostCritical(source, locationID, most, gone);
  return assets instanceof Problem ? assets : { statuses, counts, assets };
}

function findStatuses(source: FigureSource, gone: AbortSignal | undefined): Promise<DownAssets['statuses'] | Problem> {
  return ask(
    source,
    () => ({ id: 's.id', base: 's.base_status' }),
    (parameters) =>
      `FROM asset_statuses AS s WHERE s.account = ${parameters.add(source.account)} AND ${BASES} ORDER BY s.id`,
    (rows: readonly { id: number; base: number }[]) => rows.map(({ id, base }) => ({ id, base: baseOf(base) })),
    gone,
  );
}

function countDown(
  source: FigureSource,
  locationID: number | undefined,
  gone: AbortSignal | undefined,
): Promise<DownAssets['counts'] | Problem> {
  return ask(
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
  readonly since: number | null;
}

function mostCritical(
  source: FigureSource,
  locationID: number | undefined,
  most: number,
  gone: AbortSignal | undefined,
): Promise<DownAsset[] | Problem> {
  return ask(
    source,
    (parameters) => {
      const changes = `SELECT c.version, c.committed_on, c.before FROM changes AS c
        WHERE c.account = ${parameters.add(source.account)} AND c.type = 'Assets' AND c.record_id = t.id
        ORDER BY c.version DESC LIMIT ${MOST_LOOKED_AT}`;
      const isStatus = `c.version = 1 OR ${source.has('c.before', parameters.add('AssetStatusID'))}`;
      return {
        id: 't.id',
        status_id: 't.asset_status_id',
        base: 't.base_status',
        criticality: 't.criticality',
        since: `(SELECT max(c.committed_on) FROM (${changes}) AS c WHERE ${isStatus})`,
      };
    },
    (parameters) => `FROM (SELECT a.id, a.asset_status_id, a.criticality, s.base_status
        FROM ${downAssets(source, locationID, parameters)}
        ORDER BY coalesce(a.criticality, -1) DESC, s.base_status DESC, a.id LIMIT ${parameters.add(most)}) AS t
      ORDER BY coalesce(t.criticality, -1) DESC, t.base_status DESC, t.id`,
    (rows: readonly AssetRow[]) =>
      rows.map((row) => ({
        id: row.id,
        statusID: row.status_id,
        base: baseOf(row.base),
        criticality: criticalityOf(row.criticality),
        since: row.since,
      })),
    gone,
  );
}

function downAssets(
  { account, dialect }: FigureSource,
  locationID: number | undefined,
  parameters: Parameters,
): string {
  const there = locationID === undefined ? '' : ` AND a.location_id = ${parameters.add(locationID)}`;
  const assets = through(dialect, 'assets', 'a', 'assets_for_figures');
  return `asset_statuses AS s JOIN ${assets} ON a.account = s.account AND a.asset_status_id = s.id
    WHERE s.account = ${parameters.add(account)} AND ${BASES} AND a.deleted = FALSE${there}`;
}

function baseOf(at: number): DownBase {
  return valuesOf('AssetStatuses', 'BaseStatus')[at] as DownBase;
}

function criticalityOf(at: number | null): string | null {
  return at === null ? null : valuesOf('Assets', 'Criticality')[at]!;
}
