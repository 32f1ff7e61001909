/** A statement straight to the database of a test, for what no port offers: to prepare much quickly, or to look at rows. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { clientConfig } from '../../src/storage/postgres/connection.ts';

export async function runSql(url: string, sql: string, values: readonly (string | number)[] = []): Promise<object[]> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5_000 });
    const rows = db.prepare(sql).all(...values);
    db.close();
    // Without their null prototype they can be compared.
    return rows.map((row) => ({ ...row }));
  }
  const client = new pg.Client(clientConfig(url, 'test'));
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
