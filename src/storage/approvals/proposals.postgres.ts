/** Stores proposals on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { ProposalStore } from '../../approvals/store.ts';
import type { Problem } from '../../problems.ts';
import { problemOf } from '../postgres/failures.ts';
import { deleteExpiredAnswers } from '../records/changes/idempotency.postgres.ts';
import { type ListContext, runListQuery } from '../records/lists/list.postgres.ts';
import { withPermit } from '../slow-work-queue.ts';
import { createPostgresPortableSql } from '../sql/portable-sql.postgres.ts';
import { timestampDialect } from '../webhooks/delivery-log.postgres.ts';
import { proposalCountQuery, proposalPageQuery } from './proposal-list.ts';
import { createProposalStore } from './proposals.ts';

export function createPostgresProposalStore(
  context: Omit<ListContext, 'account'>,
  account: AccountScope,
): ProposalStore {
  return createProposalStore(
    {
      ...createPostgresPortableSql(context.pool),
      forgetAnswers: deleteExpiredAnswers.text,
      async list({ key }, asked, gone) {
        try {
          return await withPermit(
            context.slowLists,
            key,
            async () => {
              const rows = await runListQuery<{ id: number }>(
                context,
                proposalPageQuery(asked, key, timestampDialect),
                gone,
              );
              const [counted] = asked.listing.count
                ? await runListQuery<{ total: number }>(context, proposalCountQuery(asked, key, timestampDialect), gone)
                : [];
              return { ids: rows.map(({ id }) => id), total: counted?.total };
            },
            gone,
          );
        } catch (failure) {
          const problem = problemOf(failure);
          if (problem === undefined) throw failure;
          return problem as Problem;
        }
      },
    },
    account,
  );
}
