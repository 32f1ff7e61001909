/**
 * Queries for the current status of assets, and every status change since a given time, as far as the change log
 * reaches.
 */
import type { StatusHistory } from '../../analytics/store.ts';
import { Problem } from '../../problems.ts';
import type { SqlParameters } from '../sql/dialect.ts';
import { type AnalyticsSource, runAnalyticsQuery } from './analytics-query.ts';

export async function findStatusHistory(
  source: AnalyticsSource,
  locationID: number | undefined,
  since: number,
  most: number,
  gone: AbortSignal | undefined,
): Promise<StatusHistory | 'not covered' | Problem> {
  const begins = await oldest(source, gone);
  if (begins instanceof Problem) return begins;
  if (begins === null || begins > since) return 'not covered';
  const changes = await changesSince(source, locationID, since, most + 1, gone);
  if (changes instanceof Problem) return changes;
  if (changes.length > most) return 'not covered';
  const standing = await countStanding(source, locationID, gone);
  return standing instanceof Problem ? standing : { standing, changes };
}

/**
 * Returns the time of the oldest change after which the log is complete; null if there is none. Older changes may
 * remain because they are still to be delivered, but they have gaps.
 */
function oldest(source: AnalyticsSource, gone: AbortSignal | undefined): Promise<number | null | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ begins: 'c.committed_on' }),
    (parameters) => {
      const account = () => parameters.add(source.account);
      return `FROM changes AS c WHERE c.account = ${account()}
        AND c.seq > (SELECT a.log_begins FROM accounts AS a WHERE a.key = ${account()}) ORDER BY c.seq LIMIT 1`;
    },
    ([row]: readonly { begins: number }[]) => (row === undefined ? null : Number(row.begins)),
    gone,
  );
}

interface ChangeRow {
  readonly asset: number;
  readonly made_on: number;
  readonly version: number;
  readonly before_then: string | null;
  readonly status_now: number | null;
}

function changesSince(
  source: AnalyticsSource,
  locationID: number | undefined,
  since: number,
  most: number,
  gone: AbortSignal | undefined,
): Promise<StatusHistory['changes'] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({
      asset: 'c.record_id',
      made_on: 'c.committed_on',
      version: 'c.version',
      before_then: 'c.before',
      status_now: 'a.asset_status_id',
    }),
    (parameters) => {
      const isStatus = `(c.version = 1 OR ${source.has('c.before', parameters.add('AssetStatusID'))})`;
      return `FROM changes AS c JOIN assets AS a ON a.account = c.account AND a.id = c.record_id
        WHERE c.account = ${parameters.add(source.account)} AND c.type = 'Assets' AND c.committed_on >= ${parameters.add(since)}
          AND ${isStatus} AND a.deleted = FALSE${at(locationID, parameters)}
        ORDER BY c.record_id, c.version DESC LIMIT ${parameters.add(most)}`;
    },
    (rows: readonly ChangeRow[]) =>
      rows.map((row) => ({
        assetID: row.asset,
        on: Number(row.made_on),
        isNew: row.version === 1,
        before: row.before_then === null ? null : (JSON.parse(row.before_then).AssetStatusID ?? null),
        statusNow: row.status_now,
      })),
    gone,
  );
}

function countStanding(
  source: AnalyticsSource,
  locationID: number | undefined,
  gone: AbortSignal | undefined,
): Promise<StatusHistory['standing'] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ status_id: 'a.asset_status_id', count: 'count(*)' }),
    (parameters) => `FROM assets AS a WHERE a.account = ${parameters.add(source.account)} AND a.deleted = FALSE
      ${at(locationID, parameters)} GROUP BY a.asset_status_id`,
    (rows: readonly { status_id: number | null; count: number }[]) =>
      rows.map(({ status_id: statusID, count }) => ({ statusID, count: Number(count) })),
    gone,
  );
}

function at(locationID: number | undefined, parameters: SqlParameters): string {
  return locationID === undefined ? '' : ` AND a.location_id = ${parameters.add(locationID)}`;
}
