/** What can be known about subscriptions, on SQLite: by indexes at once, and what looks through much on a reader thread. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { ChangeLog } from '../../../records/log/store.ts';
import type { InsightStore } from '../../../webhooks/diagnostics/store.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { answering } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import { slowRows } from '../../sqlite/reader-rows.ts';
import { makeInsight } from './diagnostics.ts';

export interface InsightContext {
  readonly connection: Connection;
  readonly readers: ReaderPool;
  readonly log: Pick<ChangeLog, 'version'>;
  readonly seals: Seals;
}

export function sqliteInsight(
  { connection, readers, log, seals }: InsightContext,
  account: AccountScope,
  integrationID: string | undefined,
): InsightStore {
  return makeInsight(
    {
      dialect: readerDialect,
      seals,
      jsonArray: (...values) => `json_array(${values.join(', ')})`,
      jsonArrayOfAll: (value) => `json_group_array(${value})`,
      quick: async ({ text, values }) => answering(() => connection.prepare(text).all(...values) as never),
      slow: slowRows(readers, account),
      version: (type, id, version) => log.version(type, id, version),
    },
    account,
    integrationID,
  );
}
