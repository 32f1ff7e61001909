/**
 * Log of one account's changes on SQLite. Numbers are assigned and committed one after the other, so every assigned
 * number is visible.
 */
import type { AccountScope } from '../../../accounts/account.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { createYield } from '../../../lib/turns.ts';
import { Problem } from '../../../problems.ts';
import type { LoggedChange } from '../../../records/log/entry.ts';
import type { ChangeLog, FeedQuery, LogBounds } from '../../../records/log/store.ts';
import type { KeptVersion } from '../../../records/log/versions.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { readerDialect, readerFoldSql, sqliteDialect } from '../../sql/dialect.sqlite.ts';
import type { SqlQuery } from '../../sql/dialect.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { translateFailures } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import type { RowArrays } from '../lists/list-attempts.ts';
import { readRecord } from '../records.sqlite.ts';
import { LOGGED_COLUMNS, type LoggedRow, parseLoggedChange } from './change-rows.ts';
import { feedQuery, feedScanLimitQuery, isFilteredFeed } from './feed-query.ts';
import { historyCountQuery, historyKeysQuery, isQuickHistory } from './history-list.ts';
import { buildFeedPage, historyChunks, LARGE_FEED_PAGE_CHARS, type LogSource, storedSizeOf } from './log-entries.ts';
import type { LogWatch } from './log-watch.ts';
import { readVersionText } from './versions.sqlite.ts';

export interface SqliteLogContext {
  readonly connection: SqliteConnection;
  readonly readers: ReaderPool;
  readonly watch: LogWatch;
}

export function createSqliteChangeLog(
  { connection, readers, watch }: SqliteLogContext,
  { key: account }: AccountScope,
): ChangeLog {
  const source: LogSource = {
    async records(names, most) {
      const found: (StoredRecord | null)[] = [];
      let size = 0;
      for (const { type, id } of names) {
        const record = readRecord(connection, account, type, id);
        found.push(record ?? null);
        size += record?.text.length ?? 0;
        if (size >= most) break;
      }
      return found;
    },
    async versions(ranges, most) {
      const found: KeptVersion[][] = [];
      const turn = createYield();
      let size = 0;
      for (const { type, id, from, to } of ranges) {
        const kept: KeptVersion[] = [];
        for (let last = to; last >= from; last -= VERSIONS_PER_READ) {
          const first = Math.max(from, last - VERSIONS_PER_READ + 1);
          const some = connection
            .prepare(SELECT_VERSIONS_SQL)
            .all(account, type, id, first, last) as unknown as KeptVersion[];
          kept.push(...some);
          for (const one of some) size += storedSizeOf(one);
          await turn();
        }
        found.push(kept);
        if (size >= most) break;
      }
      return found;
    },
  };

  return {
    async history(type, id, asked, gone) {
      const { log } = bounds();
      const record = { account, type, id };
      const quick = isQuickHistory(asked);
      const keys = await read(
        historyKeysQuery(record, asked, readerDialect, hasJsonKeySql, readerFoldSql),
        quick,
        gone,
      );
      if (keys instanceof Problem) return keys;
      const counted = asked.count
        ? await read(historyCountQuery(record, asked, readerDialect, hasJsonKeySql, readerFoldSql), false, gone)
        : undefined;
      if (counted instanceof Problem) return counted;
      const page = keys.slice(0, asked.take).map(([seq, size]) => ({ seq: seq as number, size: size as number }));
      return {
        body: historyChunks(source, log, page, (some) => loadChanges(connection, some)),
        more: keys.length > asked.take,
        total: counted?.[0]?.[0] as number | undefined,
      };
    },
    version: async (type, id, version) => translateFailures(() => findVersion(type, id, version)),
    async bounds() {
      const { ends, ...known } = await translateFailures(bounds);
      return { ...known, ends: async () => ends };
    },
    feed: (after, wish) => feed(after, wish),
    watch: (listener) => watch.watch(account, listener),
  };

  function bounds(): Omit<LogBounds, 'ends'> & { readonly ends: number } {
    const row = connection.prepare(SELECT_BOUNDS_SQL).get(account) as
      | { log: string; begins: number; newest: number }
      | undefined;
    // The account is gone.
    if (row === undefined) return { log: '', begins: 0, ends: 0, newest: 0 };
    return { ...row, ends: row.newest };
  }

  async function feed(after: number, wish: FeedQuery) {
    const { log, ends } = bounds();
    const reach = isFilteredFeed(wish)
      ? (one(feedScanLimitQuery(account, after, ends, sqliteDialect)) as number | null)
      : ends;
    const limit = reach ?? ends;
    const next = {
      ...nextChanges(feedQuery(account, after, limit, wish, sqliteDialect)),
      reach: Math.max(after, limit),
    };
    // Looked at once they are read: what was forgotten by then is not among them.
    const forgotten = bounds().begins > after;
    const { entries, through } = await buildFeedPage(source, log, next, wish.most);
    return { entries, through, more: through < ends, forgotten, unsettled: false };
  }

  /**
   * Reads row by row, because a page takes only a few large changes, and reading all of them would block the thread.
   */
  function nextChanges({ text, values }: SqlQuery) {
    const statement = connection.prepare(text);
    statement.setReturnArrays(true);
    const changes: LoggedChange[] = [];
    let size = 0;
    for (const row of statement.iterate(...values)) {
      const change = parseLoggedChange(row as unknown as LoggedRow);
      changes.push(change);
      size += storedSizeOf(change);
      if (size >= LARGE_FEED_PAGE_CHARS) break;
    }
    return { changes, isCut: size >= LARGE_FEED_PAGE_CHARS };
  }

  function findVersion(type: RecordTypeName, id: number, version: number) {
    const current = readRecord(connection, account, type, id);
    if (current === undefined || version > current.version) return undefined;
    const text = readVersionText(connection, account, type, id, version);
    if (text !== undefined) return { id, version, text };
    return current.version === version ? current : ('gone' as const);
  }

  function one({ text, values }: SqlQuery): unknown {
    const statement = connection.prepare(text);
    statement.setReturnArrays(true);
    return (statement.get(...values) as unknown as readonly unknown[] | undefined)?.[0];
  }

  async function read(
    { text, values }: SqlQuery,
    quick: boolean,
    gone: AbortSignal | undefined,
  ): Promise<RowArrays | Problem> {
    if (!quick) return readers.read(String(account), { text, values }, gone);
    const statement = connection.prepare(text.replace(CANCELLATION_CHECK_SQL, ''));
    statement.setReturnArrays(true);
    return statement.all(...values) as unknown as RowArrays;
  }
}

export const hasJsonKeySql = (values: string, name: string) =>
  `EXISTS (SELECT 1 FROM json_each(${values}) AS value WHERE value.key = ${name})`;

/** Condition that lets a statement be cancelled; only connections of reader threads have this function. */
const CANCELLATION_CHECK_SQL = `${readerDialect.watched!('t.seq', 64)} AND `;

const SELECT_BOUNDS_SQL = `SELECT log, log_begins AS begins, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0) AS newest
  FROM accounts WHERE key = ?`;

async function loadChanges(connection: SqliteConnection, seqs: readonly number[]): Promise<LoggedChange[]> {
  const found: LoggedChange[] = [];
  const turn = createYield();
  for (let at = 0; at < seqs.length; at += VERSIONS_PER_READ) {
    const statement = connection.prepare(SELECT_CHANGES_SQL);
    statement.setReturnArrays(true);
    const some = JSON.stringify(seqs.slice(at, at + VERSIONS_PER_READ));
    found.push(...(statement.all(some) as unknown as LoggedRow[]).map(parseLoggedChange));
    await turn();
  }
  return found;
}

/** Reads changes in the order of the given numbers. Omits changes that were deleted in the meantime. */
const SELECT_CHANGES_SQL = `SELECT ${LOGGED_COLUMNS.replace(/\w+/g, 'c.$&')} FROM json_each(?) AS wanted
  CROSS JOIN changes AS c ON c.seq = wanted.value ORDER BY wanted.key`;

/** Each may be a quarter of a megabyte. */
const VERSIONS_PER_READ = 8;

const SELECT_VERSIONS_SQL = `SELECT version, before, text FROM changes INDEXED BY changes_by_record
  WHERE account = ? AND type = ? AND record_id = ? AND version BETWEEN ? AND ? ORDER BY version DESC`;
