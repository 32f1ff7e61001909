/**
 * Gives documents the fields they lack, when the catalogue has got some. In small transactions, each of which leaves whole
 * records behind: an interrupted run is begun again and finds those done. No version and no event comes of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RecordType, recordTypes } from '../../catalogue/index.ts';
import { tableOf } from '../sql/columns.ts';
import { projectField } from '../sql/projection.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { readMeta, writeMeta } from '../sqlite/meta.ts';
import {
  addMissingFields,
  BATCH_LIMITS,
  type CompletedDocument,
  countInBatch,
  fieldFingerprints,
  typesToComplete,
} from './missing-fields.ts';

export function areDocumentsComplete(connection: SqliteConnection): boolean {
  return typesToComplete(readMeta(connection, 'document_fields')).length === 0;
}

export function completeDocuments(connection: SqliteConnection): void {
  for (const type of typesToComplete(readMeta(connection, 'document_fields'))) {
    for (const _batch of completing(connection, type));
  }
  // Noted last, so that an interrupted run is begun again.
  writeMeta(connection, 'document_fields', JSON.stringify(fieldFingerprints()));
}

/**
 * Adds missing fields after reading every document, also beside a running service. `progress` receives the number of
 * documents changed so far.
 */
export async function completeAllDocuments(
  connection: SqliteConnection,
  progress: (completed: number) => void,
): Promise<number> {
  let count = 0;
  for (const type of recordTypes) {
    for (const more of completing(connection, type)) {
      count += more;
      progress(count);
      await nextTurn();
    }
  }
  return count;
}

/** Adds missing fields batch by batch. Yields the number of documents changed in each batch. */
function* completing(connection: SqliteConnection, type: RecordType): Generator<number> {
  const { documents } = tableOf(type.name);
  const next = connection.db.prepare(
    `SELECT key, octet_length(text) AS size FROM ${documents} WHERE key > ? ORDER BY key LIMIT ${BATCH_LIMITS.rows}`,
  );
  const select = connection.db.prepare(`SELECT key, text FROM ${documents} WHERE key > ? AND key <= ? ORDER BY key`);
  for (let after = 0; ; ) {
    const found = next.all(after) as { key: number; size: number }[];
    if (found.length === 0) return;
    const last = found[countInBatch(found.map(({ size }) => size)) - 1]!.key;
    // Reads within the transaction, so that concurrent writes of a running service are not overwritten.
    yield connection.transaction(() => {
      const rows = select.all(after, last) as { key: number; text: string }[];
      const lacking = rows.flatMap(({ key, text }) => {
        const whole = addMissingFields(type, text);
        return whole === undefined ? [] : [{ key, whole }];
      });
      for (const { key, whole } of lacking) rewrite(connection, type, key, whole);
      return lacking.length;
    });
    after = last;
  }
}

function rewrite(
  connection: SqliteConnection,
  type: RecordType,
  key: number,
  { fields, text, added }: CompletedDocument,
): void {
  const { name, documents, columns } = tableOf(type.name);
  // The log keeps what everybody was told: the version as it was before.
  connection
    .prepareForNow(`UPDATE changes SET text = d.text FROM ${name} AS t JOIN ${documents} AS d ON d.key = t.key
      WHERE t.key = ? AND changes.account = t.account AND changes.type = ? AND changes.record_id = t.id
        AND changes.version = d.version AND changes.text IS NULL`)
    .run(key, type.name);
  connection.prepare(`UPDATE ${documents} SET text = ? WHERE key = ?`).run(text, key);
  const projected = columns.filter(({ field }) => added.includes(field));
  if (projected.length === 0) return;
  const values = projected.map((column) => projectField(column, fields));
  const set = projected.map((column) => `${column.name} = ?`).join(', ');
  connection.prepareForNow(`UPDATE ${name} SET ${set} WHERE key = ?`).run(...values, key);
}
