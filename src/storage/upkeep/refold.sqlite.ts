/**
 * Makes the columns of texts and enums anew when the folding has moved (its rules, or the runtime's Unicode tables) or the
 * declared order of an enum. Records are read from their documents, in small transactions; no version and no event comes of it.
 */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { fold } from '../../lib/fold.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import { tableOf } from '../sql/columns.ts';
import { projectRecord } from '../sql/projection.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { violatedUniqueIndex } from '../sqlite/failures.ts';
import { readMeta, writeMeta } from '../sqlite/meta.ts';
import { type CollidingRecord, createFoldCollisionError } from './fold-collision.ts';

const BATCH_ROWS = 500;

export function isFoldCurrent(connection: SqliteConnection): boolean {
  return readMeta(connection, 'fold_version') === PROJECTION_VERSION;
}

/** The new version is noted last, so that an interrupted run is begun again. */
export function refold(connection: SqliteConnection): void {
  for (const type of recordTypeNames) refoldType(connection, type);
  writeMeta(connection, 'fold_version', PROJECTION_VERSION);
}

function refoldType(connection: SqliteConnection, type: RecordTypeName): void {
  const { name, documents, columns } = tableOf(type);
  const folded = columns.filter(
    ({ declaration, holds }) => holds === 'value' && (declaration.kind === 'text' || declaration.kind === 'enum'),
  );
  const places = folded.map((column) => columns.indexOf(column));
  const same = folded.map((column) => `${column.name} IS ?`).join(' AND ');
  const update = connection.db.prepare(
    `UPDATE ${name} SET ${folded.map((column) => `${column.name} = ?`).join(', ')} WHERE key = ? AND NOT (${same})`,
  );
  const select = connection.db.prepare(
    `SELECT key, text FROM ${documents} WHERE key > ? ORDER BY key LIMIT ${BATCH_ROWS}`,
  );
  let last = 0;
  for (;;) {
    const rows = select.all(last) as { key: number; text: string }[];
    if (rows.length === 0) return;
    connection.transaction(() => {
      for (const { key, text } of rows) {
        const values = projectRecord(tableOf(type), JSON.parse(text));
        const texts = places.map((place) => values[place]!);
        try {
          update.run(...texts, key, ...texts);
        } catch (failure) {
          throw explain(connection, failure, type, key, text);
        }
      }
    });
    last = rows.at(-1)!.key;
  }
}

/** Names both records where one has come to have a value of another. Nothing of the batch is written. */
function explain({ db }: SqliteConnection, failure: unknown, type: RecordTypeName, key: number, text: string): unknown {
  const index = violatedUniqueIndex(failure, type);
  if (index === undefined) return failure;
  const { name, documents } = tableOf(type);
  const own = JSON.parse(text);
  const other = db
    .prepare(`SELECT a.id AS account, d.text FROM ${name} AS own
      JOIN ${name} AS t ON t.account = own.account AND t.key <> own.key AND t.${index.column} = ? AND t.deleted = FALSE
      JOIN ${documents} AS d ON d.key = t.key JOIN accounts AS a ON a.key = t.account WHERE own.key = ?`)
    .get(fold(own[index.field]), key) as { account: string; text: string } | undefined;
  if (other === undefined) return failure;
  const holders = [own, JSON.parse(other.text)].map((fields) => ({ id: fields.ID, value: fields[index.field] }));
  return createFoldCollisionError({
    type,
    field: index.field,
    account: other.account,
    holders: holders as [CollidingRecord, CollidingRecord],
  });
}
