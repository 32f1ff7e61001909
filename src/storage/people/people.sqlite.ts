/** Stores sign-in data on SQLite: lookups by key run on the main thread, lists on a reader thread. */

import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import type { Committer } from '../records/changes/committer.sqlite.ts';
import { readerDialect, readerFoldSql } from '../sql/dialect.sqlite.ts';
import { createSqlitePortableSql } from '../sql/portable-sql.sqlite.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { IS_COMPLETE_ACCOUNT_SQL } from '../transfer/partial-account.sqlite.ts';
import { AUDIT_COLUMNS, type AuditRow, auditCountQuery, auditPageQuery, renderAuditEntries } from './audit-list.ts';
import { createPeopleStore } from './people.ts';
import type { PeopleDialect } from './people-statements.ts';

export interface SqlitePeopleContext {
  readonly shardID: string;
  readonly connection: SqliteConnection;
  readonly committer: Committer;
  readonly readers: ReaderPool;
}

export const sqlitePeopleDialect: PeopleDialect = {
  document: 'd.key = u.key',
  isThere: `a.${IS_COMPLETE_ACCOUNT_SQL}`,
  integer: '',
  bytes: '',
  held: '',
  unlessTaken: '',
  waiting: `deliveries AS d INDEXED BY deliveries_waiting ON d.subscription = s.key AND d.state = 'waiting'`,
};

export function createSqlitePeopleStore({ shardID, connection, committer, readers }: SqlitePeopleContext): PeopleStore {
  const store = createPeopleStore({
    shardID,
    words: sqlitePeopleDialect,
    ...createSqlitePortableSql(connection, committer),
    async auditLog({ key }, listing, gone) {
      const rows = await readers.read(String(key), auditPageQuery(listing, key, readerDialect, readerFoldSql), gone);
      if (rows instanceof Problem) return rows;
      const counted = listing.count
        ? await readers.read(String(key), auditCountQuery(listing, key, readerDialect, readerFoldSql), gone)
        : undefined;
      if (counted instanceof Problem) return counted;
      const page = rows.slice(0, listing.take).map(named);
      return {
        body: renderAuditEntries(page),
        more: rows.length > listing.take,
        total: counted?.[0]?.[0] as number | undefined,
      };
    },
  });
  return { ...store, attempts: undefined };
}

function named(row: readonly unknown[]): AuditRow {
  return Object.fromEntries(row.map((value, n) => [AUDIT_COLUMNS[n], value])) as AuditRow;
}
