/** The fixed statements over one record type, by table name; the columns come from the catalogue. */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { PreparedStatement } from '../postgres/connection.ts';
import { postgresSchemaDialect } from '../schema/schema.postgres.ts';
import { SCHEMA_STATE_SQL } from '../schema/schema-guard.postgres.ts';
import { type Column, type Table, tableOf } from '../sql/columns.ts';
import { stampColumnsOf } from './lists/stamps.ts';

export interface PostgresRecordStatements {
  /** $1 account, $2 id. */
  readonly read: PreparedStatement;
  /** $1 account, $2 id. */
  readonly lock: PreparedStatement;
  /** $1 account, $2 id. Locks the record of a change, where there is one, and then reads the clock. */
  readonly open: PreparedStatement;
  /** $1 account, $2 ids. Like `open` for several records, but skips those that another transaction is changing. */
  readonly openFree: PreparedStatement;
  /** $1 account, $2 version, $3 text, then the columns. */
  readonly insert: PreparedStatement;
  /** $1 account, $2 version, $3 text, then the columns. */
  readonly update: PreparedStatement;
  /** $1 account, $2 ids. */
  readonly alive: PreparedStatement;
  /** $1 account, $2 ids. */
  readonly records: PreparedStatement;
  /**
   * $1 account, $2 ids, $3 maximum bytes of the previous records. Returns rows in the order of the ids, with nulls for
   * a missing record.
   */
  readonly first: PreparedStatement;
}

/** Placeholder in the result for a requested record that does not exist. */
export interface MissingRow {
  readonly version: null;
}

/**
 * Columns of `accounts`, selected together with whatever a change must wait for, and computed after that wait. Also
 * draws the number of the change, so that the changes of a record are numbered in their order.
 */
export const TRANSACTION_STATE_SQL = `accounts.frozen, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  nextval('changes_seq_seq') AS seq, ${SCHEMA_STATE_SQL}`;

export function statementsOf(type: RecordTypeName): PostgresRecordStatements {
  return statements[type];
}

function describeStatements(table: Table): PostgresRecordStatements {
  const { name, documents, columns } = table;
  const parameters = columns.map(parameterOf);
  const parameterFor = (column: Column) => parameters[columns.indexOf(column)]!;
  const set = (column: Column) => `${column.name} = ${parameterFor(column)}`;
  const [id, ...rest] = columns.map(set);
  const stamp = stampColumnsOf(table, postgresSchemaDialect);
  const lock = `SELECT id, version, text FROM ${documents} WHERE account = $1 AND id = $2 FOR UPDATE`;
  return {
    read: {
      name: `${name}_read`,
      text: `SELECT id, version, text FROM ${documents} WHERE account = $1 AND id = $2`,
    },
    lock: { name: `${name}_lock`, text: lock },
    open: {
      name: `${name}_open`,
      text: `SELECT ${TRANSACTION_STATE_SQL}, document.id, document.version, document.text
        FROM accounts LEFT JOIN (${lock}) AS document ON true WHERE accounts.key = $1`,
    },
    openFree: {
      name: `${name}_open_free`,
      text: `SELECT ${TRANSACTION_STATE_SQL}, document.id, document.version, document.text
        FROM accounts CROSS JOIN (
          SELECT id, version, text FROM ${documents} WHERE account = $1 AND id = ANY ($2::bigint[]) FOR UPDATE SKIP LOCKED
        ) AS document WHERE accounts.key = $1`,
    },
    insert: {
      name: `${name}_insert`,
      text: `WITH projection AS (
          INSERT INTO ${name} (account, ${columns.map((column) => column.name).join(', ')})
          VALUES ($1, ${parameters.join(', ')})
        )
        INSERT INTO ${documents} (account, id, version, text, ${stamp.map(({ name }) => name).join(', ')})
        VALUES ($1, ${parameters[0]}, $2, $3, ${stamp.map(parameterFor).join(', ')})`,
    },
    update: {
      name: `${name}_update`,
      text: `WITH projection AS (UPDATE ${name} SET ${rest.join(', ')} WHERE account = $1 AND ${id})
        UPDATE ${documents} SET version = $2, text = $3, ${stamp.map(set).join(', ')} WHERE account = $1 AND ${id}`,
    },
    alive: {
      name: `${name}_alive`,
      text: `SELECT id FROM ${name} WHERE account = $1 AND id = ANY ($2::bigint[]) AND NOT deleted`,
    },
    records: {
      name: `${name}_records`,
      text: `SELECT id, version, text FROM ${documents} WHERE account = $1 AND id = ANY ($2::bigint[])`,
    },
    first: {
      name: `${name}_first`,
      text: `SELECT id, version, text FROM (
          SELECT d.id, d.version, d.text, w.place,
            sum(octet_length(d.text)) OVER (ORDER BY w.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
          FROM unnest($2::bigint[]) WITH ORDINALITY AS w (id, place)
          LEFT JOIN ${documents} AS d ON d.account = $1 AND d.id = w.id
        ) AS sized WHERE coalesce(bytes_before, 0) < $3 ORDER BY place`,
    },
  };
}

function parameterOf(_: Column, n: number): string {
  return `$${n + 4}`;
}

const statements = Object.fromEntries(
  recordTypeNames.map((type) => [type, describeStatements(tableOf(type))]),
) as Record<RecordTypeName, PostgresRecordStatements>;
