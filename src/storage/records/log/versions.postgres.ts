/** Reads versions of records on PostgreSQL: their stored data in the log, and the texts reconstructed from it. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { type KeptVersion, nextKeptWhole, TEXT_KEPT_EVERY, textOfVersion } from '../../../records/log/versions.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { statementsOf } from '../statements.postgres.ts';

export interface WantedVersion {
  readonly id: number;
  readonly version: number;
}

/**
 * Reads the texts of versions, by `id version`, if the text was not stored completely; omits versions that the log does
 * not reach. The records are read first: changes that are committed in the meantime come after them, so no change
 * between is missing.
 */
export async function readVersionTexts(
  client: Client,
  account: number,
  type: RecordTypeName,
  wanted: readonly WantedVersion[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (wanted.length === 0) return texts;
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const records = await queryRows<StoredRecord>(client, statementsOf(type).records, [account, ids]);
  const current = new Map(records.map((record) => [record.id, record]));
  const past = wanted.filter(({ id, version }) => {
    const record = current.get(id);
    if (record?.version === version) texts.set(`${id} ${version}`, record.text);
    return record?.version !== version;
  });
  if (past.length === 0) return texts;
  const kept = await queryRows<KeptRow>(client, keptVersions, [
    account,
    type,
    past.map(({ id }) => id),
    past.map(({ version }) => version),
    past.map(({ version }) => nextKeptWhole(version)),
  ]);
  const byWanted = Map.groupBy(kept, ({ id, wanted: version }) => `${id} ${version}`);
  for (const { id, version } of past) {
    const key = `${id} ${version}`;
    const text = textOfVersion(version, byWanted.get(key) ?? [], current.get(id));
    if (text !== undefined) texts.set(key, text);
  }
  return texts;
}

interface KeptRow extends KeptVersion {
  readonly id: number;
  readonly wanted: number;
}

/** $1 account, $2 type; in turn $3 ids, $4 versions, and $5 those behind them that were kept whole. */
const keptVersions: PreparedStatement = {
  name: 'kept_versions',
  text: `SELECT w.id, w.version AS wanted, c.version, c.before, c.text
    FROM (SELECT DISTINCT id, version, whole FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS asked (id, version, whole)) AS w
    CROSS JOIN LATERAL (
      SELECT version, before, text FROM changes
      WHERE account = $1 AND type = $2 AND record_id = w.id AND version BETWEEN w.version AND w.whole
      -- Few, and in this order: by its index alone, also where nothing is known of the table.
      ORDER BY version LIMIT ${TEXT_KEPT_EVERY + 1}
    ) AS c ORDER BY w.id, w.version, c.version`,
};
