/** What lets people in, on PostgreSQL. Nothing is remembered between two requests, so every instance sees the same. */
import { createHash } from 'node:crypto';
import type { PeopleStore } from '../../people/store.ts';
import type { Problem } from '../../problems.ts';
import { type AuditRow, auditCountQuery, auditPageQuery, showAudit } from '../audit-list.ts';
import { inTurn } from '../in-turn.ts';
import { makePeopleStore, type Value } from '../people.ts';
import { inTransaction, read, rows, type Statement } from './connection.ts';
import { answering, problemOf } from './failures.ts';
import { type ListContext, run } from './list.ts';
import { timestampDialect } from './webhook-log.ts';

export function postgresPeople(context: Omit<ListContext, 'account'>, shardID: string): PeopleStore {
  const { pool } = context;
  return makePeopleStore({
    shardID,
    words: { document: 'd.account = u.account AND d.id = u.id', isThere: 'TRUE', integer: '::bigint' },
    ask: <Row>(statement: string, values: readonly Value[]) =>
      answering(() => read<Row>(pool, statementOf(statement), values)),
    write: (statements) =>
      answering(() =>
        inTransaction(pool, async (client) => {
          const written: unknown[][] = [];
          for (const [statement, values] of statements)
            written.push(await rows(client, statementOf(statement), values));
          return written;
        }),
      ),
    async auditLog({ key }, listing, gone) {
      try {
        return await inTurn(
          context.slowLists,
          key,
          async () => {
            const found = await run<AuditRow>(context, auditPageQuery(listing, key, timestampDialect), gone);
            const [counted] = listing.count
              ? await run<{ total: number }>(context, auditCountQuery(listing, key, timestampDialect), gone)
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
}

const statements = new Map<string, Statement>();

/** PostgreSQL plans each of the fixed statements once per connection, under a name. */
function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = `people_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    statement = { name, text };
    statements.set(text, statement);
  }
  return statement;
}
