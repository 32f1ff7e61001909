import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sample } from '../../../tests/conformance/samples.ts';
import { onBothEngines, startApp } from '../../../tests/support/app.ts';
import type { AccountRow } from '../../storage/transfer/account-rows.ts';
import { catalogueFingerprint, FORMAT, type Header, VERSION } from './format.ts';
import { ofThisVersion } from './older-records.ts';

const header = {
  kind: 'header',
  format: FORMAT,
  version: VERSION,
  catalogue: 'of another version',
} as unknown as Header;
const account = { id: 'acc_older', name: 'Older', createdOn: 1_750_000_000_000 };

onBothEngines(
  'an account that an older version has exported arrives with the fields of this one',
  async (engine, t) => {
    const { shard } = await startApp(t, engine);
    const whole = sample('Tasks', 1, {
      Name: 'Older é',
      CustomFields: { a: 1 },
      UpdatedOn: '2024-02-03T04:05:06.007Z',
    });
    const { Notes: _notes, Required: _required, ...older } = { ...whole } as Record<string, unknown>;
    const rows: AccountRow[] = [
      { kind: 'record_counters', values: ['Tasks', 2] },
      { kind: 'Tasks', values: [7, JSON.stringify(older)] },
      { kind: 'Tasks', values: [3, JSON.stringify(sample('Tasks', 2))] },
    ];
    await shard.importAccount(account, asyncly(rows.map((row) => ofThisVersion(row, header) as AccountRow)));
    const store = shard.records((await shard.accounts.find(account.id))!);
    const arrived = await store.read('Tasks', 1);
    assert.deepEqual([arrived!.text, arrived!.version], [JSON.stringify(whole), 7]);
    assert.equal((await store.read('Tasks', 2))!.version, 3);
    assert.deepEqual(await shard.examine(), []);
  },
);

test('a record with a field that this version does not know is refused, and the field named', () => {
  const rows: AccountRow[] = [
    { kind: 'record_counters', values: ['Tasks', 2] },
    { kind: 'Tasks', values: [1, JSON.stringify(sample('Tasks', 1))] },
    { kind: 'Tasks', values: [1, JSON.stringify({ ...sample('Tasks', 2), Later: 1 })] },
  ];
  const told = rows.map((row) => ofThisVersion(row, header));
  assert.match(told[2] as string, /Tasks have Later, .* newer/);
  const ours = { ...header, catalogue: catalogueFingerprint() };
  assert.deepEqual(
    rows.map((row) => ofThisVersion(row, ours)),
    rows,
    'our own files are not read twice',
  );
});

async function* asyncly(rows: readonly AccountRow[]): AsyncGenerator<AccountRow> {
  yield* rows;
}
