/** Stores sign-in data on PostgreSQL. Nothing is cached between requests, so every instance sees the same data. */
import type { PeopleStore } from '../../people/store.ts';
import type { Problem } from '../../problems.ts';
import { MAX_WAITING_COUNT } from '../../webhooks/diagnostics/max-waiting-count.ts';
import { createPostgresAttemptLedger } from '../accounts/failed-attempts.postgres.ts';
import { problemOf } from '../postgres/failures.ts';
import { type ListContext, runListQuery } from '../records/lists/list.postgres.ts';
import { withPermit } from '../slow-work-queue.ts';
import { createFoldSql } from '../sql/fold-on-read.postgres.ts';
import { createPostgresPortableSql } from '../sql/portable-sql.postgres.ts';
import { timestampDialect } from '../webhooks/delivery-log.postgres.ts';
import {
  type AuditRow,
  auditCountQuery,
  auditNonAsciiQuery,
  auditPageQuery,
  renderAuditEntries,
} from './audit-list.ts';
import { createPeopleStore } from './people.ts';
import type { PeopleDialect } from './people-statements.ts';

export const postgresPeopleDialect: PeopleDialect = {
  document: 'd.account = u.account AND d.id = u.id',
  isThere: 'TRUE',
  integer: '::bigint',
  bytes: '::bytea',
  held: ' FOR SHARE',
  unlessTaken: ' FOR UPDATE SKIP LOCKED',
  waiting: `LATERAL (SELECT 1 FROM deliveries AS d WHERE d.subscription = s.key AND d.state = 'waiting'
    ORDER BY d.record_id, d.id LIMIT ${MAX_WAITING_COUNT}) AS d`,
};

export function createPostgresPeopleStore(context: Omit<ListContext, 'account'>, shardID: string): PeopleStore {
  const store = createPeopleStore({
    shardID,
    words: postgresPeopleDialect,
    ...createPostgresPortableSql(context.pool),
    async auditLog({ key }, listing, gone) {
      try {
        return await withPermit(
          context.slowLists,
          key,
          async () => {
            const beyond = auditNonAsciiQuery(listing, key, timestampDialect);
            const addresses =
              beyond === undefined ? [] : await runListQuery<{ written: string }>(context, beyond, gone);
            const folding = createFoldSql(addresses.map((row) => row.written));
            const found = await runListQuery<AuditRow>(
              context,
              auditPageQuery(listing, key, timestampDialect, folding),
              gone,
            );
            const [counted] = listing.count
              ? await runListQuery<{ total: number }>(
                  context,
                  auditCountQuery(listing, key, timestampDialect, folding),
                  gone,
                )
              : [];
            const body = renderAuditEntries(found.slice(0, listing.take));
            return { body, more: found.length > listing.take, total: counted?.total };
          },
          gone,
        );
      } catch (failure) {
        const problem = problemOf(failure);
        if (problem === undefined) throw failure;
        return problem as Problem;
      }
    },
  });
  return { ...store, attempts: createPostgresAttemptLedger(context.pool) };
}
