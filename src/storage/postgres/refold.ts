/**
 * Folds all stored texts anew when the folding has moved (its rules, or the runtime's Unicode tables). Records are
 * read from their documents, in small transactions; no version and no event comes of it.
 */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { FOLD_VERSION } from '../../kernel/fold.ts';
import { type Table, tableOf } from '../columns.ts';
import { project } from '../projection.ts';
import { type Client, type Pool, withClient } from './connection.ts';
import { REFOLD_LOCK } from './locks.ts';
import { readMeta, writeMeta } from './meta.ts';

const BATCH = 500;

/** Of several instances that start at once, one does it and the others wait. */
export function refold(pool: Pool): Promise<void> {
  return withClient(pool, async (client) => {
    if (await isFoldCurrent(client)) return;
    client.patience = 'unhurried';
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [REFOLD_LOCK]);
    try {
      if (await isFoldCurrent(client)) return;
      for (const type of recordTypeNames) await refoldType(client, type);
      // Noted last, so that an interrupted run is begun again.
      await writeMeta(client, 'fold_version', String(FOLD_VERSION));
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [REFOLD_LOCK]);
      await client.query('RESET lock_timeout; RESET statement_timeout');
    }
  });
}

async function isFoldCurrent(client: Client): Promise<boolean> {
  return (await readMeta(client, 'fold_version')) === String(FOLD_VERSION);
}

async function refoldType(client: Client, type: RecordTypeName): Promise<void> {
  const table = tableOf(type);
  for (let after: [number, number] | undefined = [0, 0]; after !== undefined; ) {
    await client.query('BEGIN');
    after = await refoldBatch(client, table, after);
    await client.query('COMMIT');
  }
}

/** The last key of the batch, or undefined after the last batch. The documents are locked as a change would lock them. */
async function refoldBatch(
  client: Client,
  table: Table,
  after: [number, number],
): Promise<[number, number] | undefined> {
  const { rows } = await client.query<{ account: number; id: number; text: string }>(
    `SELECT account, id, text FROM ${table.documents}
      WHERE (account, id) > ($1, $2) ORDER BY account, id LIMIT ${BATCH} FOR UPDATE`,
    after,
  );
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const folded = rows.map((row) => project(table, JSON.parse(row.text)));
  const texts = foldedColumns(table).map((column) => folded.map((values) => values[table.columns.indexOf(column)]));
  await client.query(updateTexts(table), [rows.map((row) => row.account), rows.map((row) => row.id), ...texts]);
  return [last.account, last.id];
}

function foldedColumns({ columns }: Table) {
  return columns.filter(
    ({ declaration, holds }) => holds === 'value' && (declaration.kind === 'text' || declaration.kind === 'enum'),
  );
}

/** $1 accounts, $2 ids, then an array a column. Rows whose texts stay the same are not written. */
function updateTexts(table: Table): string {
  const names = foldedColumns(table).map((column) => column.name);
  const arrays = names.map((_, n) => `$${n + 3}::text[]`);
  const all = (row: string) => names.map((name) => `${row}.${name}`).join(', ');
  return `UPDATE ${table.name} AS t SET ${names.map((name) => `${name} = f.${name}`).join(', ')}
    FROM unnest($1::bigint[], $2::bigint[], ${arrays.join(', ')}) AS f (account, id, ${names.join(', ')})
    WHERE t.account = f.account AND t.id = f.id AND ROW (${all('t')}) IS DISTINCT FROM ROW (${all('f')})`;
}
