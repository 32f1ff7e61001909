import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../../../tests/conformance/listing.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { readerDialect, sqliteDialect } from '../../sql/dialect.sqlite.ts';
import { pageHeadQuery } from './list-query.ts';

test('the head of a page is found without a look at any document', () => {
  for (const dialect of [sqliteDialect, readerDialect, postgresDialect]) {
    const { text } = pageHeadQuery(plan('Tasks', { count: true }), 1, dialect);
    assert.doesNotMatch(text, /documents/);
  }
});
