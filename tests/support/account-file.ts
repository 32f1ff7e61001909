/** Files as `mds export` writes them, without a database to export them from. */
import { catalogueFingerprint, FORMAT, type Header, VERSION } from '../../src/cli/account-file/format.ts';
import { writeAccountFile } from '../../src/cli/account-file/write.ts';
import type { AccountHeader, AccountRow } from '../../src/storage/transfer/account-rows.ts';
import { sample } from '../conformance/samples.ts';

/** As many tasks as a test wants. */
export async function writeFileWithTasks(file: string, accountID: string, tasks: number): Promise<void> {
  const by = { CreatedBy: 'ann@example.com', UpdatedBy: 'ann@example.com' };
  async function* rows(): AsyncGenerator<AccountRow> {
    yield { kind: 'record_counters', values: ['Assets', 2] };
    yield { kind: 'record_counters', values: ['Tasks', tasks] };
    for (const id of [2, 1]) {
      const asset = sample('Assets', id, { ...by, Name: `Asset ${id}`, ParentAssetID: id === 1 ? 2 : null });
      yield { kind: 'Assets', values: [1, JSON.stringify(asset)] };
    }
    for (let id = 1; id <= tasks; id++) {
      const fields = { ...by, Name: `Task ${id} é`, Description: `Step ${id} `.repeat(40), AssetID: (id % 2) + 1 };
      yield { kind: 'Tasks', values: [1 + (id % 5), JSON.stringify(sample('Tasks', id, fields))] };
    }
  }
  await writeRows(file, { id: accountID, name: 'Many tasks', createdOn: 1_750_000_000_000 }, rows());
}

export async function writeRows(
  file: string,
  account: AccountHeader,
  rows: AsyncIterable<AccountRow>,
  more: Partial<Header> = {},
): Promise<void> {
  const header: Header = {
    kind: 'header',
    format: FORMAT,
    version: VERSION,
    catalogue: catalogueFingerprint(),
    exportedOn: '2026-11-15T00:00:00.000Z',
    shardID: 's1',
    engine: 'sqlite',
    frozen: true,
    account,
    ...more,
  };
  await writeAccountFile(file, { header, rows, compressed: file.endsWith('.gz'), progress: () => {} });
}
