/** Proposals on SQLite: statements by key run on the main thread, lists on a reader thread. */
import type { AccountScope } from '../../accounts/account.ts';
import type { ProposalStore } from '../../approvals/store.ts';
import { Problem } from '../../problems.ts';
import type { Committer } from '../records/changes/changes.sqlite.ts';
import { FORGET_EXPIRED } from '../records/changes/idempotency.sqlite.ts';
import { readerDialect } from '../sql/dialect.sqlite.ts';
import { sqlitePortable } from '../sql/portable-sql.sqlite.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { proposalCountQuery, proposalPageQuery } from './proposal-list.ts';
import { makeProposalStore } from './proposals.ts';

export interface ProposalContext {
  readonly connection: Connection;
  readonly committer: Committer;
  readonly readers: ReaderPool;
}

export function sqliteProposals(
  { connection, committer, readers }: ProposalContext,
  account: AccountScope,
): ProposalStore {
  return makeProposalStore(
    {
      ...sqlitePortable(connection, committer),
      forgetAnswers: FORGET_EXPIRED,
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
