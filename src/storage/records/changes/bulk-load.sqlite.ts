/** Loads ready records without events: many in one transaction, and none long enough to hold up a running server. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { RecordFields } from '../../../records/store.ts';
import type { BulkLoader } from '../../shard.ts';
import { tableOf } from '../../sql/columns.ts';
import { projectRecord } from '../../sql/projection.ts';
import { retryWhileBusy } from '../../sqlite/busy-retry.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { sortParentsFirst } from '../../transfer/reference-order.ts';
import { statementsOf } from '../statements.sqlite.ts';

/** Time limit for the writes of one transaction. Its commit takes about as long again. */
const MAX_TRANSACTION_MS = 15;

export function createSqliteBulkLoader(connection: SqliteConnection, account: number): BulkLoader {
  return {
    async load(type, records) {
      const ordered = sortParentsFirst(type, records);
      for (let done = 0; done < ordered.length; ) {
        const from = done;
        done = await retryWhileBusy(() =>
          connection.transaction(() => loadSome(connection, account, type, ordered, from)),
        );
        await nextTurn();
      }
    },
  };
}

/** Loads records from `from` until the time limit; returns the place to continue. */
function loadSome(
  connection: SqliteConnection,
  account: number,
  type: RecordTypeName,
  records: readonly RecordFields[],
  from: number,
): number {
  const table = tableOf(type);
  const insert = connection.prepare(statementsOf(type).insert);
  const insertDocument = connection.prepare(statementsOf(type).insertDocument);
  const until = performance.now() + MAX_TRANSACTION_MS;
  let highest = 0;
  let next = from;
  while (next < records.length && performance.now() < until) {
    const fields = records[next++]!;
    const { lastInsertRowid: key } = insert.run(account, ...projectRecord(table, fields));
    insertDocument.run(key, 1, JSON.stringify(fields));
    highest = Math.max(highest, fields.ID as number);
  }
  connection
    .prepare(`INSERT INTO record_counters (account, type, last_id) VALUES (?, ?, ?)
      ON CONFLICT (account, type) DO UPDATE SET last_id = max(last_id, excluded.last_id)`)
    .run(account, type, highest);
  return next;
}
