/** Statements that both engines read alike, on PostgreSQL. */
import { createHash } from 'node:crypto';
import type { PortableSql, Value } from '../portable-sql.ts';
import { inTransaction, type Pool, read, rows, type Statement } from './connection.ts';
import { answering } from './failures.ts';

export function postgresPortable(pool: Pool): PortableSql {
  return {
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
  };
}

const statements = new Map<string, Statement>();

/** PostgreSQL plans each of the fixed statements once per connection, under a name. */
function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = `portable_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    statement = { name, text };
    statements.set(text, statement);
  }
  return statement;
}
