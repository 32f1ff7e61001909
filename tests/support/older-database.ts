/** A database as the version before encryption left it, with subscriptions whose headers are in clear. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export const SECRET_HEADER = 'a-header-value-that-nobody-reads';
const SEALED = /_sealed_secrets\.sql$/;

/** The second subscription has no headers, the third one by the name of the signature; one answer is kept for its Idempotency-Key. */
export async function olderDatabase(url: string, { subscriptions }: { subscriptions: number }): Promise<void> {
  const engine = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const folder = join(import.meta.dirname, '../../src/storage', engine, 'migrations');
  const names = readdirSync(folder).sort();
  const before = names.slice(
    0,
    names.findIndex((name) => SEALED.test(name)),
  );
  const version = Number.parseInt(before.at(-1)!, 10);
  const scripts = before.map((name) => readFileSync(join(folder, name), 'utf8'));
  const values = Array.from({ length: subscriptions }, (_, n) => {
    const headers =
      n === 1 ? {} : n === 2 ? { 'Webhook-Signature': 'own', 'x-signature': 'taken' } : { 'X-Key': SECRET_HEADER };
    return `(1, ${n + 1}, 'int_1_acc_old', 'Tasks', 'Updated', 'https://hooks.example.com/', '${JSON.stringify(headers)}', 1)`;
  });
  const answer = JSON.stringify({ id: 1, headers: { 'X-Key': SECRET_HEADER } });
  const now = Date.now();
  scripts.push(
    `INSERT INTO meta (name, value) VALUES ('schema_version', '${version}'), ('shard_id', 's1');
    INSERT INTO accounts (id, name, created_on, log) VALUES ('acc_old', 'Old', 1, 'aaaaaaaa');
    INSERT INTO record_counters (account, type, last_id) VALUES (1, 'Webhooks', ${subscriptions});
    INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, headers, created_on)
      VALUES ${values.join(', ')};
    INSERT INTO idempotency_keys (account, integration_id, key, fingerprint, type, record_id, version, text, created_on)
      VALUES (1, 'int_1_acc_old', 'once', 'f', 'Webhooks', 1, 1, '${answer}', ${now})`,
  );
  await runScripts(url, scripts);
}

async function runScripts(url: string, scripts: readonly string[]): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { defensive: false });
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    for (const script of scripts) db.exec(script);
    db.close();
    return;
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const script of scripts) await client.query(script);
  await client.end();
}
