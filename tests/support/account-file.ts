/** A file as `mds export` writes it, with as many tasks as a test wants, without a database to export them from. */
import { catalogueFingerprint, FORMAT, VERSION } from '../../src/commands/account-file/format.ts';
import { writeAccountFile } from '../../src/commands/account-file/write.ts';
import type { AccountRow } from '../../src/storage/account-rows.ts';
import { sample } from '../../src/storage/conformance/samples.ts';

export async function writeFileWithTasks(file: string, accountID: string, tasks: number): Promise<void> {
  async function* rows(): AsyncGenerator<AccountRow> {
    yield { kind: 'record_counters', values: ['Assets', 2] };
    yield { kind: 'record_counters', values: ['Tasks', tasks] };
    for (const id of [2, 1]) {
      const asset = sample('Assets', id, { Name: `Asset ${id}`, ParentAssetID: id === 1 ? 2 : null });
      yield { kind: 'Assets', values: [1, JSON.stringify(asset)] };
    }
    for (let id = 1; id <= tasks; id++) {
      const fields = { Name: `Task ${id} é`, Description: `Step ${id} `.repeat(40), AssetID: (id % 2) + 1 };
      yield { kind: 'Tasks', values: [1 + (id % 5), JSON.stringify(sample('Tasks', id, fields))] };
    }
  }
  const header = {
    kind: 'header',
    format: FORMAT,
    version: VERSION,
    catalogue: catalogueFingerprint(),
    exportedOn: '2026-11-15T00:00:00.000Z',
    shardID: 's1',
    engine: 'sqlite',
    frozen: true,
    account: { id: accountID, name: 'Many tasks', createdOn: 1_750_000_000_000 },
  } as const;
  await writeAccountFile(file, { header, rows: rows(), compressed: file.endsWith('.gz'), progress: () => {} });
}
