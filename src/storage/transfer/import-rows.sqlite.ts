/** Writes the rows of an account that arrives, under the numbers they get here. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Seals } from '../../lib/sealed.ts';
import { statementsOf } from '../records/statements.sqlite.ts';
import { sealImportedRow } from '../secrets/resealing.ts';
import { tableOf } from '../sql/columns.ts';
import { projectRecord } from '../sql/projection.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { SQLITE_CODE, sqliteCodeOf } from '../sqlite/failures.ts';
import {
  type AccountRow,
  belongsToSubscription,
  type ColumnKind,
  isServiceTable,
  type RowKind,
  type RowValue,
  rowColumnsOf,
  type ServiceTable,
  serviceTables,
} from './account-rows.ts';
import { createImportRowError } from './import-row-error.ts';
import { endIfInvalidatedByMove } from './moved-recoveries.ts';

/** Within a transaction of the caller. */
export type WriteRow = (row: AccountRow) => void;

export function createRowWriter(connection: SqliteConnection, seals: Seals, account: number): WriteRow {
  // Old numbers against new ones. There may be millions: SQLite keeps them in a file that goes with the connection.
  for (const table of Object.values(renumbered)) {
    connection.db.exec(`CREATE TEMP TABLE ${table.moved} (was INTEGER PRIMARY KEY, is_now INTEGER NOT NULL) STRICT`);
  }

  return (row) => {
    try {
      write(sealImportedRow(seals, account, endIfInvalidatedByMove(row, Date.now())));
    } catch (failure) {
      throw refusalOf(failure, row.kind);
    }
  };

  function write({ kind, values }: AccountRow): void {
    if (!isServiceTable(kind)) {
      insertRecord(connection, account, kind, values);
      return;
    }
    const kinds = Object.values(rowColumnsOf(kind));
    const columns = values.map((value, n) => columnOf(kinds[n]!, value));
    const { lastInsertRowid } = connection.prepare(inserts[kind]).run(account, ...columns);
    const { moved } = renumbered[kind as keyof typeof renumbered] ?? {};
    // Such a table's own number is its first column.
    if (moved) connection.prepare(`INSERT INTO ${moved} (was, is_now) VALUES (?, ?)`).run(columns[0]!, lastInsertRowid);
  }
}

function refusalOf(failure: unknown, kind: RowKind): unknown {
  if (sqliteCodeOf(failure) !== SQLITE_CODE.CONSTRAINT) return failure;
  const { message } = failure as Error;
  return createImportRowError(
    kind,
    /^UNIQUE/.test(message) ? 'unique' : /^FOREIGN/.test(message) ? 'reference' : 'other',
    message,
  );
}

function insertRecord(
  connection: SqliteConnection,
  account: number,
  type: RecordTypeName,
  [version, text]: readonly RowValue[],
): void {
  const statements = statementsOf(type);
  const projected = projectRecord(tableOf(type), JSON.parse(text as string));
  const { lastInsertRowid: key } = connection.prepare(statements.insert).run(account, ...projected);
  connection.prepare(statements.insertDocument).run(key, version as number, text as string);
}

function columnOf(kind: ColumnKind, value: RowValue): string | number | Uint8Array | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value !== null && kind.startsWith('bytes') ? Buffer.from(value as string, 'hex') : value;
}

const renumbered = {
  changes: { moved: 'moved_changes' },
  deliveries: { moved: 'moved_deliveries' },
} as const satisfies Partial<Record<ServiceTable, { moved: string }>>;

const newNumber = (of: keyof typeof renumbered) => (was: string) =>
  `(SELECT is_now FROM ${renumbered[of].moved} WHERE was = ${was})`;

/**
 * SQL for a column that is not written as its plain value; undefined if the database assigns the value. `of`: returns
 * another column of the row.
 */
type Expression = ((value: string, of: (column: string) => string) => string) | undefined;

/**
 * Returns the new position of a recovery, among changes or among deliveries. Both keep their order; deleted entries are
 * skipped.
 */
const newPlace: Expression = (was, of) => {
  const among = (moved: string) =>
    `coalesce((SELECT is_now FROM ${moved} WHERE was <= ${was} ORDER BY was DESC LIMIT 1), 0)`;
  return `CASE WHEN ${of('wish')} ->> '$.kind' = 'resend' THEN ${among('moved_deliveries')} ELSE ${among('moved_changes')} END`;
};

const keyOfSubscription = (id: string) => `(SELECT key FROM subscriptions WHERE account = ?1 AND id = ${id})`;

const expressions: Partial<Record<ServiceTable, Readonly<Record<string, Expression>>>> = {
  subscription_periods: { subscription: keyOfSubscription },
  delivery_hours: { subscription: keyOfSubscription },
  changes: { seq: undefined },
  deliveries: {
    id: undefined,
    subscription: keyOfSubscription,
    // No change has the number 0. A reference to a deleted change stays without a change, and cannot match one of
    // another account.
    change_seq: (was) => `coalesce(${newNumber('changes')(was)}, 0)`,
    repeats: newNumber('deliveries'),
    resend_of: newNumber('deliveries'),
  },
  recoveries: { subscription: keyOfSubscription, begins: newPlace, ends: newPlace, place: newPlace },
};

/** Returns the INSERT for a table. ?1 is the account, followed by the columns in their order. */
function insertOf(kind: ServiceTable): string {
  const columns = Object.keys(rowColumnsOf(kind));
  const written: [string, string][] = belongsToSubscription(kind) ? [] : [['account', '?1']];
  const parameterOf = (column: string) => `?${columns.indexOf(column) + 2}`;
  columns.forEach((column, n) => {
    const special = expressions[kind] ?? {};
    if (!(column in special)) written.push([column, `?${n + 2}`]);
    else if (special[column]) written.push([column, special[column](`?${n + 2}`, parameterOf)]);
  });
  return `INSERT INTO ${kind} (${written.map(([column]) => column).join(', ')})
    VALUES (${written.map(([, value]) => value).join(', ')})`;
}

const inserts = Object.fromEntries(serviceTables.map((kind) => [kind, insertOf(kind)])) as Record<ServiceTable, string>;
