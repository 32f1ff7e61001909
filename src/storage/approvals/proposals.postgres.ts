/** Proposals on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import type { ProposalStore } from '../../approvals/store.ts';
import type { Problem } from '../../problems.ts';
import { problemOf } from '../postgres/failures.ts';
import { forgetExpired } from '../records/changes/idempotency.postgres.ts';
import { type ListContext, run } from '../records/lists/list.postgres.ts';
import { inTurn } from '../slow-work-queue.ts';
import { postgresPortable } from '../sql/portable-sql.postgres.ts';
import { timestampDialect } from '../webhooks/delivery-log.postgres.ts';
import { proposalCountQuery, proposalPageQuery } from './proposal-list.ts';
import { makeProposalStore } from './proposals.ts';

export function postgresProposals(context: Omit<ListContext, 'account'>, account: AccountScope): ProposalStore {
  return makeProposalStore(
    {
      ...postgresPortable(context.pool),
      forgetAnswers: forgetExpired.text,
      async list({ key }, asked, gone) {
        try {
          return await inTurn(
            context.slowLists,
            key,
            async () => {
              const rows = await run<{ id: number }>(context, proposalPageQuery(asked, key, timestampDialect), gone);
              const [counted] = asked.listing.count
                ? await run<{ total: number }>(context, proposalCountQuery(asked, key, timestampDialect), gone)
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
