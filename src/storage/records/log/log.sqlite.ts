/** The log of one account's changes on SQLite. Numbers are given out and committed one after the other: what is there is all. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { takeTurns } from '../../../lib/turns.ts';
import { Problem } from '../../../problems.ts';
import type { LoggedChange } from '../../../records/log/entry.ts';
import type { ChangeLog, FeedWish, LogBounds } from '../../../records/log/store.ts';
import type { KeptVersion } from '../../../records/log/versions.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { readerDialect, readerFolding, sqliteDialect } from '../../sql/dialect.sqlite.ts';
import type { Query } from '../../sql/dialect.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { answering } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import type { Rows } from '../lists/list-attempts.ts';
import { readRecord } from '../records.sqlite.ts';
import { LOGGED_COLUMNS, type LoggedRow, loggedChange } from './change-rows.ts';
import { feedQuery, feedReachQuery, looksThrough } from './feed-query.ts';
import { historyCountQuery, historyKeysQuery, isQuickHistory } from './history-list.ts';
import { feedPage, historyPieces, LARGE_PAGE, type LogSource, sizeOf } from './log-entries.ts';
import type { LogWatch } from './log-watch.ts';
import { readVersion } from './versions.sqlite.ts';

export interface LogContext {
  readonly connection: Connection;
  readonly readers: ReaderPool;
  readonly watch: LogWatch;
}

export function sqliteLog({ connection, readers, watch }: LogContext, { key: account }: AccountScope): ChangeLog {
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
      const turn = takeTurns();
      let size = 0;
      for (const { type, id, from, to } of ranges) {
        const kept: KeptVersion[] = [];
        for (let last = to; last >= from; last -= VERSIONS_AT_ONCE) {
          const first = Math.max(from, last - VERSIONS_AT_ONCE + 1);
          const some = connection.prepare(KEPT).all(account, type, id, first, last) as unknown as KeptVersion[];
          kept.push(...some);
          for (const one of some) size += sizeOf(one);
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
      const keys = await read(historyKeysQuery(record, asked, readerDialect, hasName, readerFolding), quick, gone);
      if (keys instanceof Problem) return keys;
      const counted = asked.count
        ? await read(historyCountQuery(record, asked, readerDialect, hasName, readerFolding), false, gone)
        : undefined;
      if (counted instanceof Problem) return counted;
      const page = keys.slice(0, asked.take).map(([seq, size]) => ({ seq: seq as number, size: size as number }));
      return {
        body: historyPieces(source, log, page, (some) => loadChanges(connection, some)),
        more: keys.length > asked.take,
        total: counted?.[0]?.[0] as number | undefined,
      };
    },
    version: async (type, id, version) => answering(() => findVersion(type, id, version)),
    async bounds() {
      const { ends, ...known } = await answering(bounds);
      return { ...known, ends: async () => ends };
    },
    feed: (after, wish) => feed(after, wish),
    watch: (listener) => watch.watch(account, listener),
  };

  function bounds(): Omit<LogBounds, 'ends'> & { readonly ends: number } {
    const row = connection.prepare(BOUNDS).get(account) as { log: string; begins: number; newest: number } | undefined;
    // The account is gone.
    if (row === undefined) return { log: '', begins: 0, ends: 0, newest: 0 };
    return { ...row, ends: row.newest };
  }

  async function feed(after: number, wish: FeedWish) {
    const { log, ends } = bounds();
    const reach = looksThrough(wish)
      ? (one(feedReachQuery(account, after, ends, sqliteDialect)) as number | null)
      : ends;
    const limit = reach ?? ends;
    const next = {
      ...nextChanges(feedQuery(account, after, limit, wish, sqliteDialect)),
      reach: Math.max(after, limit),
    };
    // Looked at once they are read: what was forgotten by then is not among them.
    const forgotten = bounds().begins > after;
    const { entries, through } = await feedPage(source, log, next, wish.most);
    return { entries, through, more: through < ends, forgotten, unsettled: false };
  }

  /** Row by row: of large ones a page takes a few, and whoever reads them all keeps everybody waiting. */
  function nextChanges({ text, values }: Query) {
    const statement = connection.prepare(text);
    statement.setReturnArrays(true);
    const changes: LoggedChange[] = [];
    let size = 0;
    for (const row of statement.iterate(...values)) {
      const change = loggedChange(row as unknown as LoggedRow);
      changes.push(change);
      size += sizeOf(change);
      if (size >= LARGE_PAGE) break;
    }
    return { changes, isCut: size >= LARGE_PAGE };
  }

  function findVersion(type: RecordTypeName, id: number, version: number) {
    const current = readRecord(connection, account, type, id);
    if (current === undefined || version > current.version) return undefined;
    const text = readVersion(connection, account, type, id, version);
    if (text !== undefined) return { id, version, text };
    return current.version === version ? current : ('gone' as const);
  }

  function one({ text, values }: Query): unknown {
    const statement = connection.prepare(text);
    statement.setReturnArrays(true);
    return (statement.get(...values) as unknown as readonly unknown[] | undefined)?.[0];
  }

  async function read({ text, values }: Query, quick: boolean, gone: AbortSignal | undefined): Promise<Rows | Problem> {
    if (!quick) return readers.read(String(account), { text, values }, gone);
    const statement = connection.prepare(text.replace(WATCHED, ''));
    statement.setReturnArrays(true);
    return statement.all(...values) as unknown as Rows;
  }
}

export const hasName = (values: string, name: string) =>
  `EXISTS (SELECT 1 FROM json_each(${values}) AS value WHERE value.key = ${name})`;

/** Only reader threads know how to be ended. */
const WATCHED = `${readerDialect.watched!('t.seq', 64)} AND `;

const BOUNDS = `SELECT log, log_begins AS begins, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0) AS newest
  FROM accounts WHERE key = ?`;

async function loadChanges(connection: Connection, seqs: readonly number[]): Promise<LoggedChange[]> {
  const found: LoggedChange[] = [];
  const turn = takeTurns();
  for (let at = 0; at < seqs.length; at += VERSIONS_AT_ONCE) {
    const statement = connection.prepare(LOAD);
    statement.setReturnArrays(true);
    const some = JSON.stringify(seqs.slice(at, at + VERSIONS_AT_ONCE));
    found.push(...(statement.all(some) as unknown as LoggedRow[]).map(loggedChange));
    await turn();
  }
  return found;
}

/** In the order of the numbers given; what is forgotten since is left out. */
const LOAD = `SELECT ${LOGGED_COLUMNS.replace(/\w+/g, 'c.$&')} FROM json_each(?) AS wanted
  CROSS JOIN changes AS c ON c.seq = wanted.value ORDER BY wanted.key`;

/** Each may be a quarter of a megabyte. */
const VERSIONS_AT_ONCE = 8;

const KEPT = `SELECT version, before, text FROM changes INDEXED BY changes_by_record
  WHERE account = ? AND type = ? AND record_id = ? AND version BETWEEN ? AND ? ORDER BY version DESC`;
