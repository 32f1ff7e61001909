/** Writes the rows of an account that arrives, many in one statement, under the numbers they get here. */
import type { Seals } from '../../lib/sealed.ts';
import type { Client } from '../postgres/connection.ts';
import { createTableAnalyzer, insertRecords } from '../records/changes/bulk-load.postgres.ts';
import { sealImportedRow } from '../secrets/resealing.ts';
import { tableOf } from '../sql/columns.ts';
import type { RowBatch } from '../sql/row-batches.ts';
import {
  type AccountRow,
  belongsToSubscription,
  type ColumnKind,
  isServiceTable,
  type RowValue,
  rowColumnsOf,
  type ServiceTable,
} from './account-rows.ts';
import { endIfInvalidatedByMove } from './moved-recoveries.ts';

/** Within the transaction of the caller. */
export type WriteBatch = (batch: RowBatch) => Promise<void>;

export async function createBatchWriter(client: Client, seals: Seals, account: number): Promise<WriteBatch> {
  // Old numbers against new ones; there may be millions.
  for (const { moved } of Object.values(renumbered)) {
    await client.query(`CREATE TEMP TABLE ${moved} (was bigint PRIMARY KEY, is_now bigint NOT NULL) ON COMMIT DROP`);
  }

  const grown = createTableAnalyzer();
  return async ({ kind, rows }) => {
    if (!isServiceTable(kind)) {
      const records = rows.map(({ values: [version, text] }) => ({
        fields: JSON.parse(text as string),
        version: version as number,
        text: text as string,
      }));
      await insertRecords(client, account, tableOf(kind), records);
      await grown(client, kind, rows.length);
      return;
    }
    if (isRenumbered(kind)) await number(client, kind, rows);
    const arriving = rows.map((row) => sealImportedRow(seals, account, endIfInvalidatedByMove(row, Date.now())));
    await client.query(insertOf(kind), [account, ...arraysOf(kind, arriving)]);
  };
}

/** Returns one array per column. */
function arraysOf(kind: ServiceTable, rows: readonly AccountRow[]): RowValue[][] {
  return Object.keys(rowColumnsOf(kind)).map((_, n) => rows.map(({ values }) => values[n]!));
}

/** Assigns the next numbers of the table in the order of the rows. The first column contains the previous number. */
async function number(client: Client, kind: Renumbered, rows: readonly AccountRow[]): Promise<void> {
  const { moved, column } = renumbered[kind];
  await client.query(
    `INSERT INTO ${moved} SELECT was, nextval(pg_get_serial_sequence('${kind}', '${column}'))
      FROM (SELECT was FROM unnest($1::bigint[]) WITH ORDINALITY AS old (was, place) ORDER BY place)`,
    [rows.map(({ values }) => values[0])],
  );
}

type Renumbered = keyof typeof renumbered;

const renumbered = {
  changes: { moved: 'moved_changes', column: 'seq' },
  deliveries: { moved: 'moved_deliveries', column: 'id' },
} as const satisfies Partial<Record<ServiceTable, { moved: string; column: string }>>;

function isRenumbered(kind: ServiceTable): kind is Renumbered {
  return Object.hasOwn(renumbered, kind);
}

// A subquery for each and no join: PostgreSQL knows nothing yet of how large the table is, and would read all of it.
const newNumber = (of: Renumbered) => (was: string) =>
  `(SELECT is_now FROM ${renumbered[of].moved} AS m WHERE m.was = ${was})`;

const keyOfSubscription = (id: string) =>
  `(SELECT s.key FROM subscriptions AS s WHERE s.account = $1 AND s.id = ${id})`;

/**
 * Returns the new position of a recovery, among changes or among deliveries. Both keep their order; deleted entries are
 * skipped.
 */
function newPlace(was: string): string {
  const among = (moved: string) =>
    `coalesce((SELECT m.is_now FROM ${moved} AS m WHERE m.was <= ${was} ORDER BY m.was DESC LIMIT 1), 0)`;
  return `CASE WHEN given.wish::json ->> 'kind' = 'resend' THEN ${among('moved_deliveries')} ELSE ${among('moved_changes')} END`;
}

/** SQL for columns that are not written as their plain value. */
const expressions: Partial<Record<ServiceTable, Readonly<Record<string, (value: string) => string>>>> = {
  subscription_periods: { subscription: keyOfSubscription },
  delivery_hours: { subscription: keyOfSubscription },
  changes: { seq: newNumber('changes') },
  deliveries: {
    id: newNumber('deliveries'),
    subscription: keyOfSubscription,
    // No change has the number 0. A reference to a deleted change stays without a change, and cannot match one of
    // another account.
    change_seq: (was) => `coalesce(${newNumber('changes')(was)}, 0)`,
    repeats: newNumber('deliveries'),
    resend_of: newNumber('deliveries'),
  },
  recoveries: { subscription: keyOfSubscription, begins: newPlace, ends: newPlace, place: newPlace },
};

/** $1 the account, then an array a column. */
function insertOf(kind: ServiceTable): string {
  const columns = Object.entries(rowColumnsOf(kind));
  const names = columns.map(([name]) => name);
  const values = columns.map(([name, column]) => {
    const value = column.startsWith('bytes') ? `decode(given.${name}, 'hex')` : `given.${name}`;
    return expressions[kind]?.[name]?.(value) ?? value;
  });
  const arrays = columns.map(([, column], n) => `$${n + 2}::${arrayTypes[column]}`);
  const [accountColumn, account] = belongsToSubscription(kind) ? ['', ''] : ['account, ', '$1::bigint, '];
  return `INSERT INTO ${kind} (${accountColumn}${names.join(', ')})
    SELECT ${account}${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS given (${names.join(', ')})`;
}

const arrayTypes = {
  text: 'text[]',
  'text?': 'text[]',
  integer: 'bigint[]',
  'integer?': 'bigint[]',
  boolean: 'boolean[]',
  bytes: 'text[]',
  'bytes?': 'text[]',
  document: 'text[]',
  'document?': 'text[]',
} satisfies Record<ColumnKind, string>;
