/** Log of one account's changes on PostgreSQL. */
import type { AccountScope } from '../../../accounts/account.ts';
import { Problem } from '../../../problems.ts';
import type { ChangeLog, FeedQuery, LogBounds } from '../../../records/log/store.ts';
import type { KeptVersion } from '../../../records/log/versions.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { type PreparedStatement, queryFromPool, queryRows, withClient } from '../../postgres/connection.ts';
import { translateFailures } from '../../postgres/failures.ts';
import { withPermit } from '../../slow-work-queue.ts';
import type { Dialect, SqlQuery } from '../../sql/dialect.ts';
import { createFoldSql } from '../../sql/fold-on-read.postgres.ts';
import { timestampDialect } from '../../webhooks/delivery-log.postgres.ts';
import { type ListContext, runListQuery } from '../lists/list.postgres.ts';
import { type MissingRow, statementsOf } from '../statements.postgres.ts';
import { LOGGED_COLUMNS, type LoggedRow, parseLoggedChange, STORED_BYTES_SQL } from './change-rows.ts';
import { feedQuery, feedScanLimitQuery, isFilteredFeed } from './feed-query.ts';
import { historyCountQuery, historyKeysQuery, historyNonAsciiQuery, isQuickHistory } from './history-list.ts';
import type { Horizon, HorizonReading } from './horizon.postgres.ts';
import {
  buildFeedPage,
  historyChunks,
  LARGE_FEED_PAGE_CHARS,
  type LogSource,
  type RecordIdentity,
  takeWhile,
  type VersionRange,
} from './log-entries.ts';
import type { LogWatch } from './log-watch.ts';
import { readVersionTexts } from './versions.postgres.ts';

export interface PostgresLogContext extends Omit<ListContext, 'account'> {
  readonly horizon: Horizon;
  readonly watch: LogWatch;
}

const dialect: Dialect = timestampDialect;

/** A row of one of the three queries of a history. */
interface Found {
  readonly seq: number;
  readonly size: number;
  readonly total: number;
  readonly written: string;
}

export function createPostgresChangeLog(context: PostgresLogContext, { key: account }: AccountScope): ChangeLog {
  const { quick: pool } = context;
  const source: LogSource = { records: readRecords, versions: readKept };

  return {
    history: (type, id, asked, gone) =>
      translateFailures(async () => {
        const record = { account, type, id };
        const find = async (query: SqlQuery) =>
          isQuickHistory(asked)
            ? runListQuery<Found>(context, query, gone, 'quick')
            : withPermit(context.slowLists, account, () => runListQuery<Found>(context, query, gone), gone);
        const beyond = historyNonAsciiQuery(record, asked, dialect);
        const addresses = beyond === undefined ? [] : await find(beyond);
        if (addresses instanceof Problem) return addresses;
        const folding = createFoldSql(addresses.map((row) => row.written));
        const [{ log }, keys] = await Promise.all([
          named(),
          find(historyKeysQuery(record, asked, dialect, hasJsonKeySql, folding)),
        ]);
        if (keys instanceof Problem) return keys;
        const counted = asked.count
          ? await find(historyCountQuery(record, asked, dialect, hasJsonKeySql, folding))
          : undefined;
        if (counted instanceof Problem) return counted;
        return {
          body: historyChunks(source, log, keys.slice(0, asked.take), (some) =>
            load({ text: SELECT_CHANGES_SQL, values: [[...some]] as never }),
          ),
          more: keys.length > asked.take,
          total: counted?.[0]?.total,
        };
      }),
    version: (type, id, version) =>
      translateFailures(() =>
        withClient(pool, async (client) => {
          const [current] = await queryRows<StoredRecord>(client, statementsOf(type).read, [account, id]);
          if (current === undefined || version > current.version) return undefined;
          const kept = await queryRows<KeptVersion>(client, keptText, [account, type, id, version]);
          const texts = kept[0]?.text ? undefined : await readVersionTexts(client, account, type, [{ id, version }]);
          const text = kept[0]?.text ?? texts?.get(`${id} ${version}`);
          if (text !== undefined) return { id, version, text };
          return 'gone' as const;
        }),
      ),
    bounds: () => translateFailures(bounds),
    feed: (after, wish) => translateFailures(() => feed(after, wish)),
    watch: (listener) => context.watch.watch(account, listener),
  };

  async function named(): Promise<{ log: string; begins: number }> {
    const [row] = await queryFromPool<{ log: string; begins: number }>(pool, nameOfLog, [account]);
    // The account is gone.
    return row ?? { log: '', begins: 0 };
  }

  async function bounds(): Promise<LogBounds> {
    const [{ drawn: newest }, { log, begins }] = await Promise.all([context.horizon.look(), named()]);
    return { log, begins, newest, ends: async () => (await context.horizon.known())?.settled };
  }

  async function feed(after: number, wish: FeedQuery) {
    // What was settled once is for ever: there is no need to look again as long as not all of it is read.
    const { seen } = context.horizon;
    const page = seen.settled > after ? await feedUpTo(seen, after, wish) : undefined;
    if (page !== undefined && (page.entries.length > 0 || page.more || page.forgotten)) return page;
    // Looks again: a change committed since may have notified no waiting reader.
    return feedUpTo(await context.horizon.look(), page?.through ?? after, wish);
  }

  async function feedUpTo({ settled: ends, drawn: newest }: HorizonReading, after: number, wish: FeedQuery) {
    const limit = isFilteredFeed(wish) ? await reachOf(after, ends) : ends;
    const found = await loadRows<PageRow>(upToLarge(account, feedQuery(account, after, limit, wish, dialect)));
    // Where the account is gone there is no row, and where nothing is next it is without a change.
    const [log, begins, , firstSeq] = found[0] ?? ['', 0, null, null];
    const changes = firstSeq === null ? [] : found.map(([, , , ...change]) => parseLoggedChange(change));
    const isCut = (found.at(-1)?.[SIZE_SO_FAR_INDEX] ?? 0) >= LARGE_FEED_PAGE_CHARS;
    const next = { changes, isCut, reach: Math.max(after, limit) };
    const { entries, through } = await buildFeedPage(source, log, next, wish.most);
    return { entries, through, more: through < ends, forgotten: begins > after, unsettled: ends < newest };
  }

  async function reachOf(after: number, ends: number): Promise<number> {
    const query = feedScanLimitQuery(account, after, ends, dialect);
    const [row] = await runListQuery<{ reach: number | null }>(context, query, undefined, 'quick');
    return row!.reach ?? ends;
  }

  async function load(query: SqlQuery) {
    return (await loadRows<LoggedRow>(query)).map(parseLoggedChange);
  }

  async function loadRows<Row>({ text, values }: SqlQuery): Promise<Row[]> {
    const name = context.names.of(text);
    const found = await withClient(pool, (client) =>
      client.query({ ...(name && { name }), text, values, rowMode: 'array' } as never),
    );
    return (found as unknown as { rows: Row[] }).rows;
  }

  /** Reads the records with one statement per type. */
  async function readRecords(names: readonly RecordIdentity[], most: number) {
    const types = Map.groupBy(names, ({ type }) => type);
    const found = new Map<RecordIdentity, StoredRecord | null>();
    await withClient(pool, (client) =>
      Promise.all(
        Array.from(types, async ([type, some]) => {
          const ids = some.map(({ id }) => id);
          const first = await queryRows<StoredRecord | MissingRow>(client, statementsOf(type).first, [
            account,
            ids,
            most,
          ]);
          for (const [n, record] of first.entries()) found.set(some[n]!, record.version === null ? null : record);
        }),
      ),
    );
    return takeWhile(names, (name) => found.has(name)).map((name) => found.get(name)!);
  }

  async function readKept(ranges: readonly VersionRange[], most: number) {
    const kept = await queryFromPool<(KeptVersion | MissingRow) & { place: number }>(pool, selectVersionRanges, [
      account,
      ranges.map(({ type }) => type),
      ranges.map(({ id }) => id),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
      most,
    ]);
    const places = Map.groupBy(kept, ({ place }) => place);
    return Array.from(places.values(), (some) => some.filter((one) => one.version !== null));
  }
}

/** The name and beginning of the log, the total bytes of the page's changes up to this one, and the change. */
type PageRow = readonly [log: string, begins: number, sizeSoFar: number | null, ...change: LoggedRow];
const SIZE_SO_FAR_INDEX = 2;

/**
 * Limits a page to a few large changes: reading all of them would delay every other request. Their sizes are known
 * without reading them. The same statement reads where the log begins, so changes that were deleted by then are not in
 * the page.
 */
function upToLarge(account: number, { text, values }: SqlQuery): SqlQuery {
  const sized = `SELECT page.*, sum(${STORED_BYTES_SQL}) OVER (ORDER BY seq) AS so_far, ${STORED_BYTES_SQL} AS own FROM (${text}) AS page`;
  return {
    text: `SELECT a.log, a.log_begins, so_far, ${LOGGED_COLUMNS} FROM accounts AS a
      LEFT JOIN (SELECT * FROM (${sized}) AS sized WHERE so_far - own < ${LARGE_FEED_PAGE_CHARS}) AS next ON TRUE
      WHERE a.key = $${values.length + 1} ORDER BY seq`,
    values: [...values, account],
  };
}

export const hasJsonKeySql = (values: string, name: string) => `jsonb_exists(${values}::jsonb, ${name})`;

const nameOfLog: PreparedStatement = {
  name: 'name_of_log',
  text: 'SELECT log, log_begins AS begins FROM accounts WHERE key = $1',
};

/** $1 account, $2 type, $3 id, $4 version. */
const keptText: PreparedStatement = {
  name: 'kept_text',
  text: 'SELECT text FROM changes WHERE account = $1 AND type = $2 AND record_id = $3 AND version = $4',
};

/** Reads changes in the order of the given numbers. Omits changes that were deleted in the meantime. */
const SELECT_CHANGES_SQL = `SELECT ${LOGGED_COLUMNS.replace(/\w+/g, 'c.$&')} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (seq, place)
  JOIN changes AS c ON c.seq = wanted.seq ORDER BY wanted.place`;

/**
 * $1 account, then types, ids, first and last versions in the same order, and the maximum bytes of the previous ranges.
 * The newest version comes first. This order is in the inner select, which OFFSET keeps separate, and leads PostgreSQL
 * to the index of records. Without statistics it considered the index of types equally good, and walked all of it.
 */
export const selectVersionRanges: PreparedStatement = {
  name: 'kept_ranges',
  text: `SELECT place, version, before, text FROM (
      SELECT w.place, c.version, c.before, c.text,
        sum(c.bytes) OVER (ORDER BY w.place RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS w (type, id, first, last, place)
      LEFT JOIN LATERAL (
        SELECT version, before, text, ${STORED_BYTES_SQL} AS bytes FROM changes
        WHERE account = $1 AND type = w.type AND record_id = w.id AND version BETWEEN w.first AND w.last
        ORDER BY version DESC OFFSET 0
      ) AS c ON TRUE
    ) AS sized WHERE coalesce(bytes_before, 0) < $6 ORDER BY place, version DESC`,
};
