import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largeDatabases } from '../../../tests/support/large-tables.ts';
import { postgresPeopleDialect } from './people.postgres.ts';
import { sqlitePeopleDialect } from './people.sqlite.ts';
import { createPeopleStatements } from './people-statements.ts';

const statements = {
  sqlite: createPeopleStatements(sqlitePeopleDialect),
  postgres: createPeopleStatements(postgresPeopleDialect),
};
const explain = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' };

const numbers = {
  sqlite: 'WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)',
  postgres: 'WITH c AS (SELECT generate_series(1, 20000) AS n)',
};
const hash = { sqlite: 'randomblob(32)', postgres: 'sha256(n::text::bytea)' };
const bytes = { sqlite: "x'00'", postgres: "'\\x00'::bytea" };
const many = (engine: 'sqlite' | 'postgres') => [
  `${numbers[engine]} INSERT INTO links (token_hash, account, user_id, kind, created_on, created_by, expires_on)
    SELECT ${hash[engine]}, n % 5 + 1, n, 'invitation', n + 1000, 'admin@example.com', n + 50000 FROM c`,
  `${numbers[engine]} INSERT INTO sessions (token_hash, account, user_id, id, created_on, seen_on, address, device)
    SELECT ${hash[engine]}, n % 5 + 1, n, 'ses_' || n, n + 1000, n + 2000, '', '' FROM c`,
  // Of two keys, and for one of them alone something waits.
  ...[1, 2].flatMap((n) => [
    `INSERT INTO integrations (id, account, name, role, areas, api_key, secret_hash, submitter, created_on, created_by)
      VALUES ('int_${n}', 1, '', '', '', 'key_${n}', ${bytes[engine]}, '', 1, '')`,
    `INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, sealed_headers, created_on)
      VALUES (1, ${n}, 'int_${n}', 'Tasks', 'Created', '', '', 1)`,
  ]),
  `${numbers[engine]} INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, created_on, processed_on)
    SELECT (SELECT max(key) FROM subscriptions), n, n, '', 'event', 'waiting', n, n FROM c`,
];

/** By which index each finds what it is about, given these values. */
const found: readonly (readonly [keyof typeof statements.sqlite, index: RegExp, values: readonly string[]])[] = [
  ['withEmail', /users_for_sign_in/, ["'nobody@example.com'"]],
  ['openLinks', /links_open/, ['1', '5']],
  ['setPasswordByLink', /links_by_use/, ["'use'", "'hash'", '5']],
  ['endSessionsByLink', /links_by_use/, ["'use'"]],
  ['removePasskeysByLink', /links_by_use/, ["'use'"]],
  ['withdrawLinksByLink', /links_by_use/, ["'use'"]],
  ['forgetLinks', /links_by_expires_on/, ['5']],
  ['forgetSessions', /sessions_by_seen_on.*sessions_by_created_on/s, ['5', '5']],
  ['waitingDeliveries', /deliveries_waiting/, ['1', "'int_1'"]],
];

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`people, their links and sessions, and what waits for a key, are found among all of a shard by an index, not by looking at them (${engine})`, async (t) => {
    const database = await largeDatabases[engine](t);
    for (let n = 1; n <= 50; n++)
      await database.run(`INSERT INTO accounts (id, name, created_on) VALUES ('acc_${n}', 'Firm', 1)`);
    await database.fill('Users', 10_000);
    await database.document('Users');
    for (const sql of many(engine)) await database.run(sql);
    // PostgreSQL soon learns by itself of what changes much.
    if (engine === 'postgres') await database.run('ANALYZE links, sessions');
    // With what the database knows of its tables, and without.
    for (const learn of [undefined, 'ANALYZE']) {
      if (learn !== undefined) await database.run(learn);
      for (const [name, index, values] of found) {
        const text = statements[engine][name].replaceAll(/\$(\d)/g, (_all, n) => values[Number(n) - 1]!);
        const rows = await database.rows({ text: `${explain[engine]} ${text}`, values: [] });
        const steps = rows.flat().join('\n');
        assert.match(steps, index, `${name}: ${steps}`);
        assert.doesNotMatch(
          steps,
          /SCAN (l|links|sessions|d)$|Seq Scan on (links|sessions|deliveries)/m,
          `${name}: ${steps}`,
        );
      }
    }
  });
}
