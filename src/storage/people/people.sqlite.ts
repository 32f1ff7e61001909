/** What lets people in, on SQLite: statements by key run on the main thread, lists on a reader thread. */

import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import type { Committer } from '../records/changes/changes.sqlite.ts';
import { readerDialect, readerFolding } from '../sql/dialect.sqlite.ts';
import { sqlitePortable } from '../sql/portable-sql.sqlite.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { IS_FINISHED } from '../transfer/partial-account.sqlite.ts';
import { AUDIT_COLUMNS, type AuditRow, auditCountQuery, auditPageQuery, showAudit } from './audit-list.ts';
import { makePeopleStore } from './people.ts';
import type { Words } from './people-statements.ts';

export interface PeopleContext {
  readonly shardID: string;
  readonly connection: Connection;
  readonly committer: Committer;
  readonly readers: ReaderPool;
}

export const sqliteWords: Words = {
  document: 'd.key = u.key',
  isThere: `a.${IS_FINISHED}`,
  integer: '',
  bytes: '',
  held: '',
  unlessTaken: '',
  waiting: `deliveries AS d INDEXED BY deliveries_waiting ON d.subscription = s.key AND d.state = 'waiting'`,
};

export function sqlitePeople({ shardID, connection, committer, readers }: PeopleContext): PeopleStore {
  const store = makePeopleStore({
    shardID,
    words: sqliteWords,
    ...sqlitePortable(connection, committer),
    async auditLog({ key }, listing, gone) {
      const rows = await readers.read(String(key), auditPageQuery(listing, key, readerDialect, readerFolding), gone);
      if (rows instanceof Problem) return rows;
      const counted = listing.count
        ? await readers.read(String(key), auditCountQuery(listing, key, readerDialect, readerFolding), gone)
        : undefined;
      if (counted instanceof Problem) return counted;
      const page = rows.slice(0, listing.take).map(named);
      return {
        body: showAudit(page),
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
