/**
 * Folds all stored texts anew when the folding has moved (its rules, or the runtime's Unicode tables). Records are
 * read from their documents, in small transactions; no version and no event comes of it.
 */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { FOLD_VERSION } from '../../kernel/fold.ts';
import { tableOf } from '../columns.ts';
import { project } from '../projection.ts';
import { StorageError } from '../storage-error.ts';
import type { Connection } from './connection.ts';
import { takenValue } from './failures.ts';
import { readMeta, writeMeta } from './meta.ts';

const BATCH = 500;

export function isFoldCurrent(connection: Connection): boolean {
  return readMeta(connection, 'fold_version') === String(FOLD_VERSION);
}

/** The new version is noted last, so that an interrupted run is begun again. */
export function refold(connection: Connection): void {
  for (const type of recordTypeNames) refoldType(connection, type);
  writeMeta(connection, 'fold_version', String(FOLD_VERSION));
}

function refoldType(connection: Connection, type: RecordTypeName): void {
  const { name, documents, columns } = tableOf(type);
  const folded = columns.filter(
    ({ declaration, holds }) => holds === 'value' && (declaration.kind === 'text' || declaration.kind === 'enum'),
  );
  const places = folded.map((column) => columns.indexOf(column));
  const same = folded.map((column) => `${column.name} IS ?`).join(' AND ');
  const update = connection.db.prepare(
    `UPDATE ${name} SET ${folded.map((column) => `${column.name} = ?`).join(', ')} WHERE key = ? AND NOT (${same})`,
  );
  const select = connection.db.prepare(`SELECT key, text FROM ${documents} WHERE key > ? ORDER BY key LIMIT ${BATCH}`);
  let last = 0;
  for (;;) {
    const rows = select.all(last) as { key: number; text: string }[];
    if (rows.length === 0) return;
    connection.transaction(() => {
      for (const { key, text } of rows) {
        const values = project(tableOf(type), JSON.parse(text));
        const texts = places.map((place) => values[place]!);
        try {
          update.run(...texts, key, ...texts);
        } catch (failure) {
          throw explain(failure, type, text);
        }
      }
    });
    last = rows.at(-1)!.key;
  }
}

/** Two values that used to differ may fold alike now. */
function explain(failure: unknown, type: RecordTypeName, text: string): unknown {
  if (takenValue(failure, type) === undefined) return failure;
  const { ID } = JSON.parse(text);
  return new StorageError(
    `This version compares texts anew, and ${type} ${ID} then has a unique value that another one has too: ${text.slice(0, 200)}. Change one of them with the version before, then start this one.`,
  );
}
