// No equality that has an index walks an account of 100,000 records, of whichever type they are.

import { test } from 'node:test';
import { recordTypeNames } from '../src/catalogue/index.ts';
import { assertNarrow, equalities } from './conformance/narrow-lists.ts';
import { largeDatabases } from './support/large-tables.ts';

const ROWS = 100_000;

for (const [engine, open] of Object.entries(largeDatabases)) {
  for (const type of recordTypeNames) {
    test(`${type}: no equality with an index walks the account, in any indexed order (${engine})`, async (t) => {
      const database = await open(t);
      await database.fill(type, ROWS);
      for (const asked of equalities(type, ROWS, 'both')) await assertNarrow(database, asked);
    });
  }
}
