/** Values at the edges of what is allowed, kept and found alike on every engine. */
import assert from 'node:assert/strict';
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import { fold } from '../../src/lib/fold.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Test } from '../../src/records/lists/plan.ts';
import { newAccount, type Part } from './fixture.ts';
import { idsOf } from './listing.ts';
import { create, fieldsAt, made, patching } from './samples.ts';

export const values: Part = async (t, fixture) => {
  const { shard } = fixture;

  const edges: [RecordTypeName, string, Json[]][] = [
    ['Assets', 'PurchaseCost', [0.0001, -0.0001, 99_999_999_999.9999, -99_999_999_999.9999, 0.1, 12.5, 0, 1e10]],
    ['Locations', 'Latitude', [1e-7, -1e-7, 0.0000123, 51.5007292, -90, 99_999_999.9999999, 99_999_999_999.1234, 1]],
    ['Tasks', 'TaskExternalMessagingID', [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0, 1, 4_294_967_296]],
    ['Tasks', 'DueOn', ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z']],
    ['Tasks', 'DueOn', ['1970-01-01T00:00:00.000Z', '2024-02-29T12:00:00.001Z', '0999-06-15T08:30:59.070Z']],
    ['Assets', 'PurchasedOn', ['0001-01-01', '9999-12-31', '2024-02-29']],
    [
      'Tasks',
      'Name',
      ['', ' ', '%', '_', '\\', '"', "'", '\u0001', '\t\n', '👩‍🔧', 'سلام', '\ufeff', '\ufffd', 'a'.repeat(200)],
    ],
    ['Tasks', 'Description', ['💧'.repeat(10_000), 'ﬁ'.repeat(10_000), 'null', 'NULL']],
  ];
  for (const [type, field, list] of edges) {
    await t.test(
      `${type}.${field} keeps and finds ${list.map((value) => JSON.stringify(value).slice(0, 30)).join(', ')}`,
      async () => {
        const store = shard.records(await newAccount(fixture));
        for (const [n, value] of list.entries()) {
          assert.equal(await create(store, type, { [field]: value }), n + 1);
          assert.deepEqual((await fieldsAt(store, type, n + 1))[field], value);
        }
        for (const [n, value] of list.entries()) {
          const asked = field === 'DueOn' ? Date.parse(value as string) : (value as string | number);
          assert.deepEqual(await idsOf(store, type, field, { op: 'eq', value: asked }), [n + 1], JSON.stringify(value));
          const needle = textOf(value);
          const holders = list.flatMap((other, at) => (fold(textOf(other)).includes(fold(needle)) ? [at + 1] : []));
          const found = await idsOf(store, type, field, { op: 'contains', text: needle });
          assert.deepEqual(found, holders, needle.slice(0, 30));
        }
      },
    );
  }

  await t.test('texts fold alike: what differs in case or form only is found by contains, and not by eq', async () => {
    const store = shard.records(await newAccount(fixture));
    const names = ['Straße', 'STRASSE', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'Σίσυφος', 'ﬁlter', 'FILTER', 'ＦＵＬＬ', 'K', 'ǆ'];
    for (const Name of names) await create(store, 'Tasks', { Name });
    const contains = (text: string) => idsOf(store, 'Tasks', 'Name', { op: 'contains', text });
    assert.deepEqual(await contains('strasse'), [1, 2]);
    assert.deepEqual(await contains('ẞE'), [1, 2]);
    assert.deepEqual(await contains('σίσυφος'), [4, 5]);
    assert.deepEqual(await contains('ΦΟΣ'), [4, 5]);
    assert.deepEqual(await contains('fi'), [6, 7]);
    assert.deepEqual(await contains('full'), [8]);
    assert.deepEqual(await contains('k'), [9]);
    assert.deepEqual(await contains('Ǆ'), [10]);
    assert.deepEqual(await contains('İST'), [3]);
    for (const [n, value] of names.entries()) {
      assert.deepEqual(await idsOf(store, 'Tasks', 'Name', { op: 'eq', value }), [n + 1], value);
    }
    const range = [
      { op: 'ge', value: 'FI' },
      { op: 'lt', value: 'fj' },
    ] as Test[];
    assert.deepEqual(await idsOf(store, 'Tasks', 'Name', ...range), [6, 7]);
  });

  await t.test('a changed value is found under its new form alone', async () => {
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Tasks', { Name: 'Before', DueOn: '2026-01-01T00:00:00.000Z', Position: 1 });
    await made(store, patching('Tasks', id, { Name: 'After', DueOn: null, Position: 2 }));
    const finds = (field: string, test: Test) => idsOf(store, 'Tasks', field, test);
    assert.deepEqual(await finds('Name', { op: 'contains', text: 'before' }), []);
    assert.deepEqual(await finds('Name', { op: 'contains', text: 'after' }), [id]);
    assert.deepEqual(await finds('DueOn', { op: 'eq', value: null }), [id]);
    assert.deepEqual(await finds('Position', { op: 'eq', value: 2 }), [id]);
    assert.deepEqual(await finds('Position', { op: 'eq', value: 1 }), []);
  });
};

/** As it stands in the JSON answer. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
