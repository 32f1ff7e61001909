/** What lets people in, on PostgreSQL. Nothing is remembered between two requests, so every instance sees the same. */
import type { PeopleStore } from '../../people/store.ts';
import type { Problem } from '../../problems.ts';
import { MOST_WAITING } from '../../webhooks/diagnostics/most-waiting.ts';
import { postgresAttempts } from '../accounts/failed-attempts.postgres.ts';
import { problemOf } from '../postgres/failures.ts';
import { type ListContext, run } from '../records/lists/list.postgres.ts';
import { inTurn } from '../slow-work-queue.ts';
import { foldedHere } from '../sql/fold-on-read.postgres.ts';
import { postgresPortable } from '../sql/portable-sql.postgres.ts';
import { timestampDialect } from '../webhooks/delivery-log.postgres.ts';
import { type AuditRow, auditBeyondAsciiQuery, auditCountQuery, auditPageQuery, showAudit } from './audit-list.ts';
import { makePeopleStore } from './people.ts';
import type { Words } from './people-statements.ts';

export const postgresWords: Words = {
  document: 'd.account = u.account AND d.id = u.id',
  isThere: 'TRUE',
  integer: '::bigint',
  bytes: '::bytea',
  held: ' FOR SHARE',
  unlessTaken: ' FOR UPDATE SKIP LOCKED',
  waiting: `LATERAL (SELECT 1 FROM deliveries AS d WHERE d.subscription = s.key AND d.state = 'waiting'
    ORDER BY d.record_id, d.id LIMIT ${MOST_WAITING}) AS d`,
};

export function postgresPeople(context: Omit<ListContext, 'account'>, shardID: string): PeopleStore {
  const store = makePeopleStore({
    shardID,
    words: postgresWords,
    ...postgresPortable(context.pool),
    async auditLog({ key }, listing, gone) {
      try {
        return await inTurn(
          context.slowLists,
          key,
          async () => {
            const beyond = auditBeyondAsciiQuery(listing, key, timestampDialect);
            const addresses = beyond === undefined ? [] : await run<{ written: string }>(context, beyond, gone);
            const folding = foldedHere(addresses.map((row) => row.written));
            const found = await run<AuditRow>(context, auditPageQuery(listing, key, timestampDialect, folding), gone);
            const [counted] = listing.count
              ? await run<{ total: number }>(context, auditCountQuery(listing, key, timestampDialect, folding), gone)
              : [];
            const body = showAudit(found.slice(0, listing.take));
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
  return { ...store, attempts: postgresAttempts(context.pool) };
}
