/** Beside a service that is running: what somebody does to its database. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export async function inDatabase(url: string, sql: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length), {
      enableForeignKeyConstraints: false,
      timeout: 10_000,
    });
    database.exec(sql);
    database.close();
    return;
  }
  const connection = new pg.Client(url);
  await connection.connect();
  await connection.query(sql);
  await connection.end();
}
