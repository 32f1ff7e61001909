/** Stores proposals on SQLite: lookups by key run on the main thread, lists on a reader thread. */
import type { AccountScope } from '../../accounts/account.ts';
import type { ProposalStore } from '../../approvals/store.ts';
import { Problem } from '../../problems.ts';
import type { Committer } from '../records/changes/committer.sqlite.ts';
import { DELETE_EXPIRED_ANSWERS_SQL } from '../records/changes/idempotency.sqlite.ts';
import { readerDialect } from '../sql/dialect.sqlite.ts';
import { createSqlitePortableSql } from '../sql/portable-sql.sqlite.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { proposalCountQuery, proposalPageQuery } from './proposal-list.ts';
import { createProposalStore } from './proposals.ts';

export interface SqliteProposalContext {
  readonly connection: SqliteConnection;
  readonly committer: Committer;
  readonly readers: ReaderPool;
}

export function createSqliteProposalStore(
  { connection, committer, readers }: SqliteProposalContext,
  account: AccountScope,
): ProposalStore {
  return createProposalStore(
    {
      ...createSqlitePortableSql(connection, committer),
      forgetAnswers: DELETE_EXPIRED_ANSWERS_SQL,
      async list({ key }, asked, gone) {
        const rows = await readers.read(String(key), proposalPageQuery(asked, key, readerDialect), gone);
        if (rows instanceof Problem) return rows;
        const counted = asked.listing.count
          ? await readers.read(String(key), proposalCountQuery(asked, key, readerDialect), gone)
          : undefined;
        if (counted instanceof Problem) return counted;
        return { ids: rows.map(([id]) => id as number), total: counted?.[0]?.[0] as number | undefined };
      },
    },
    account,
  );
}
