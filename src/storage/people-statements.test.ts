import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largeDatabases } from '../../tests/support/large-tables.ts';
import { peopleStatements } from './people-statements.ts';
import { postgresWords } from './postgres/people.ts';
import { sqliteWords } from './sqlite/people.ts';

const explained = {
  sqlite: `EXPLAIN QUERY PLAN ${peopleStatements(sqliteWords).withEmail}`,
  postgres: `EXPLAIN ${peopleStatements(postgresWords).withEmail}`,
};

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`whoever signs in is found among all people of a shard by an index, not by looking at them (${engine})`, async (t) => {
    const database = await largeDatabases[engine](t);
    for (let n = 1; n <= 50; n++)
      await database.run(`INSERT INTO accounts (id, name, created_on) VALUES ('acc_${n}', 'Firm', 1)`);
    await database.fill('Users', 10_000);
    await database.document('Users');
    // With what the database knows of its tables, and without.
    for (const learn of [undefined, 'ANALYZE']) {
      if (learn !== undefined) await database.run(learn);
      const text = explained[engine].replace('$1', "'nobody@example.com'");
      const steps = (await database.rows({ text, values: [] })).flat().join('\n');
      assert.match(steps, /users_for_sign_in/, steps);
    }
  });
}
