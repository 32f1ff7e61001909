/** The fixed statements over one record type. Raw SQL, prepared once: a query builder would cost more than they do. */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { type Table, tableOf } from '../sql/columns.ts';

export interface SqliteRecordStatements {
  /** account, id -> key, version, text */
  readonly read: string;
  /** id, account -> whether the account is frozen, and as above where there is such a record */
  readonly open: string;
  /** account, then the columns */
  readonly insert: string;
  /** key, version, text */
  readonly insertDocument: string;
  /** version, text, key */
  readonly updateDocument: string;
  /** account, id -> a row where the record exists and is not deleted */
  readonly alive: string;
}

export function statementsOf(type: RecordTypeName): SqliteRecordStatements {
  return statements[type];
}

function describeStatements({ name, documents, columns }: Table): SqliteRecordStatements {
  const names = columns.map((column) => column.name);
  return {
    read: `SELECT d.key, d.version, d.text FROM ${name} AS t CROSS JOIN ${documents} AS d ON d.key = t.key
      WHERE t.account = ? AND t.id = ?`,
    open: `SELECT a.frozen, d.key, d.version, d.text FROM accounts AS a
      LEFT JOIN ${name} AS t ON t.account = a.key AND t.id = ? LEFT JOIN ${documents} AS d ON d.key = t.key
      WHERE a.key = ?`,
    insert: `INSERT INTO ${name} (account, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
    insertDocument: `INSERT INTO ${documents} (key, version, text) VALUES (?, ?, ?)`,
    updateDocument: `UPDATE ${documents} SET version = ?, text = ? WHERE key = ?`,
    alive: `SELECT 1 FROM ${name} WHERE account = ? AND id = ? AND deleted = FALSE`,
  };
}

const statements = Object.fromEntries(
  recordTypeNames.map((type) => [type, describeStatements(tableOf(type))]),
) as Record<RecordTypeName, SqliteRecordStatements>;
