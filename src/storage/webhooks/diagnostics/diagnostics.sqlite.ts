/**
 * Diagnostics of subscriptions on SQLite. Indexed queries run immediately; queries that read many rows run on a reader
 * thread.
 */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { ChangeLog } from '../../../records/log/store.ts';
import type { DiagnosticsStore } from '../../../webhooks/diagnostics/store.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { translateFailures } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import { createSlowQuery } from '../../sqlite/slow-query.ts';
import { createDiagnosticsStore } from './diagnostics.ts';

export interface SqliteDiagnosticsContext {
  readonly connection: SqliteConnection;
  readonly readers: ReaderPool;
  readonly log: Pick<ChangeLog, 'version'>;
  readonly seals: Seals;
}

export function createSqliteDiagnosticsStore(
  { connection, readers, log, seals }: SqliteDiagnosticsContext,
  account: AccountScope,
  integrationID: string | undefined,
): DiagnosticsStore {
  return createDiagnosticsStore(
    {
      dialect: readerDialect,
      seals,
      jsonArray: (...values) => `json_array(${values.join(', ')})`,
      jsonArrayOfAll: (value) => `json_group_array(${value})`,
      quick: async ({ text, values }) => translateFailures(() => connection.prepare(text).all(...values) as never),
      slow: createSlowQuery(readers, account),
      version: (type, id, version) => log.version(type, id, version),
    },
    account,
    integrationID,
  );
}
