// Whatever a query asks, its answer is what REST answers when the same is asked there step by step.
// GRAPHQL_QUERIES=2000 npm test -- tests/graphql/differential.test.ts asks more of them.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'graphql';
import { createSchema } from '../../src/api/graphql/schema.ts';
import { type RecordTypeName, recordTypes } from '../../src/catalogue/index.ts';
import type { RecordFields } from '../../src/records/store.ts';
import { onEitherEngine, type TestApp } from '../support/app.ts';
import { overRest } from '../support/graphql-over-rest.ts';
import { randomRecords } from '../support/list-arbitraries.ts';
import { typesInOrder } from '../support/minimal-records.ts';
import { randomQuery } from '../support/random-queries.ts';
import { seed } from '../support/seed.ts';
import { sharedApp } from '../support/shared-app.ts';

const queries = Number(process.env.GRAPHQL_QUERIES ?? 100);

onEitherEngine('random queries answer what REST answers, references followed by hand', async (engine, t) => {
  const app = await sharedApp(engine);
  const key = await firm(app);
  const schema = createSchema(recordTypes);
  const rest = overRest(schema, key);
  let nested = 0;
  for (let n = 0; n < queries; n++) {
    const query = randomQuery(schema);
    const reply = await key.post('/graphql', { query });
    if (reply.json.errors?.[0].extensions.code === 'query_too_large') continue;
    assert.equal(reply.status, 200, `${query}\n${reply.text}`);
    const expected = await rest.answer(parse(query));
    assert.equal(JSON.stringify(reply.json.data), JSON.stringify(expected), `seed ${seed}: ${query}`);
    if (/\{[^{}]*\{[^{}]*\{[^{}]*\{/.test(JSON.stringify(expected))) nested++;
  }
  t.diagnostic(`${queries} queries, ${nested} of them with records below records; ${rest.requests} requests over REST`);
  assert.ok(nested > queries / 20, `${nested} of ${queries} had something below`);
});

/** An account with a few dozen records of every type, which refer to each other. */
async function firm(app: TestApp) {
  const account = await app.account();
  const ids = new Map<RecordTypeName, number[]>();
  const bulk = app.shard.bulk(account);
  for (const type of typesInOrder) {
    const references = (to: RecordTypeName) => ids.get(to) ?? [];
    const arbitrary = randomRecords(type, { max: 24, references }).filter((found) => found.length > 12);
    const [records] = fc.sample(arbitrary, { numRuns: 1, seed: seed + ids.size }) as [RecordFields[]];
    const kept = type === 'Users' ? records.slice(1) : records;
    await bulk.load(type, kept);
    ids.set(
      type,
      kept.map(({ ID }) => ID as number),
    );
  }
  return app.key(account);
}
