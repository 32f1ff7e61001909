/** What can be known about subscriptions, on SQLite: by indexes at once, and what looks through much on a reader thread. */
import type { AccountScope } from '../../accounts/account.ts';
import type { Seals } from '../../kernel/sealed.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import type { InsightStore } from '../../webhooks/insight/store.ts';
import { makeInsight } from '../insight/insight.ts';
import type { Connection } from './connection.ts';
import { readerDialect } from './dialect.ts';
import { answering } from './failures.ts';
import type { ReaderPool } from './reader-pool.ts';
import { slowRows } from './slow-rows.ts';

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
