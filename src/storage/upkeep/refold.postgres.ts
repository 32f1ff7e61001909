/**
 * Makes the columns of texts and enums anew when the folding has moved (its rules, or the runtime's Unicode tables) or the
 * declared order of an enum. Records are read from their documents, in small transactions; no version and no event comes of it.
 */
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import { fold } from '../../lib/fold.ts';
import type { RecordFields } from '../../records/store.ts';
import { type Client, type Pool, rollBack, withClient } from '../postgres/connection.ts';
import { violatedUniqueIndex } from '../postgres/failures.ts';
import { withAdvisoryLock } from '../postgres/instance-lock.ts';
import { lockUntilCommit, REFOLD_LOCK, SCHEMA_LOCK } from '../postgres/locks.ts';
import { readMeta, writeMeta } from '../postgres/meta.ts';
import { arrayTypes } from '../records/changes/bulk-load.postgres.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import { type Table, tableOf } from '../sql/columns.ts';
import { projectRecord } from '../sql/projection.ts';
import { type CollidingRecord, createFoldCollisionError } from './fold-collision.ts';

const BATCH_ROWS = 500;

/**
 * Rebuilds all columns if the folding changed. If several instances start at once, one does the work and the others
 * wait.
 */
export function refold(pool: Pool): Promise<void> {
  return withClient(pool, async (client) => {
    if (await isFoldCurrent(client)) return;
    await withAdvisoryLock(client, REFOLD_LOCK, async () => {
      if (await isFoldCurrent(client)) return;
      await announceFold(client);
      for (const type of recordTypeNames) await refoldType(client, type);
      // Stored last, so that an interrupted run restarts.
      await writeMeta(client, 'fold_version', PROJECTION_VERSION);
    });
  });
}

/**
 * Stores the target version. From now on, instances that fold differently must not write, because their texts could not
 * be found.
 */
async function announceFold(client: Client): Promise<void> {
  await client.query('BEGIN');
  await lockUntilCommit(client, SCHEMA_LOCK);
  await writeMeta(client, 'fold_target', PROJECTION_VERSION);
  await client.query('COMMIT');
}

async function isFoldCurrent(client: Client): Promise<boolean> {
  return (await readMeta(client, 'fold_version')) === PROJECTION_VERSION;
}

async function refoldType(client: Client, type: RecordTypeName): Promise<void> {
  const table = tableOf(type);
  for (let after: [number, number] | undefined = [0, 0]; after !== undefined; ) {
    await client.query('BEGIN');
    const batch = await readBatch(client, table, after);
    try {
      if (batch.length > 0) await writeBatch(client, table, batch);
      await client.query('COMMIT');
    } catch (failure) {
      await rollBack(client);
      throw await explain(client, failure, type, batch);
    }
    const last = batch.at(-1);
    after = last && [last.account, last.id];
  }
}

interface Row {
  readonly account: number;
  readonly id: number;
  readonly text: string;
}

/** The documents are locked as a change would lock them. */
async function readBatch(client: Client, table: Table, after: [number, number]): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT account, id, text FROM ${table.documents}
      WHERE (account, id) > ($1, $2) ORDER BY account, id LIMIT ${BATCH_ROWS} FOR UPDATE`,
    after,
  );
  return rows;
}

async function writeBatch(client: Client, table: Table, batch: readonly Row[]): Promise<void> {
  const folded = batch.map((row) => projectRecord(table, JSON.parse(row.text)));
  const texts = foldedColumns(table).map((column) => folded.map((values) => values[table.columns.indexOf(column)]));
  await client.query(updateTexts(table), [batch.map((row) => row.account), batch.map((row) => row.id), ...texts]);
}

/** Names both records where one has come to have a value of another. Nothing of the batch is written. */
async function explain(
  client: Client,
  failure: unknown,
  type: RecordTypeName,
  batch: readonly Row[],
): Promise<unknown> {
  const index = violatedUniqueIndex(failure, type);
  if (index === undefined) return failure;
  const { name, documents } = tableOf(type);
  const inBatch = batch.map(({ account, id, text }) => ({ account, id, fields: JSON.parse(text) as RecordFields }));
  const alive = inBatch.filter(({ fields }) => !fields.Deleted && typeof fields[index.field] === 'string');
  // The other one is in the same batch, as it is going to be, or in the table, as it is.
  const { rows } = await client.query<{ account: string; one: string; other: string }>(
    `WITH batch AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS b (account, id, folded, text))
    SELECT a.id AS account, one.text AS one, other.text AS other FROM batch AS one
    JOIN LATERAL (
      SELECT b.text FROM batch AS b WHERE b.account = one.account AND b.folded = one.folded AND b.id > one.id
      UNION ALL
      SELECT d.text FROM ${name} AS t JOIN ${documents} AS d USING (account, id)
        WHERE t.account = one.account AND t.${index.column} = one.folded AND t.id <> one.id AND NOT t.deleted
    ) AS other ON true JOIN accounts AS a ON a.key = one.account LIMIT 1`,
    [
      alive.map(({ account }) => account),
      alive.map(({ id }) => id),
      alive.map(({ fields }) => fold(fields[index.field] as string)),
      alive.map(({ fields }) => JSON.stringify(fields)),
    ],
  );
  const [found] = rows;
  if (found === undefined) return failure;
  const holders = [found.one, found.other].map((text) => JSON.parse(text));
  return createFoldCollisionError({
    type,
    field: index.field,
    account: found.account,
    holders: holders.map((fields) => ({ id: fields.ID, value: fields[index.field] })) as [
      CollidingRecord,
      CollidingRecord,
    ],
  });
}

function foldedColumns({ columns }: Table) {
  return columns.filter(
    ({ declaration, holds }) => holds === 'value' && (declaration.kind === 'text' || declaration.kind === 'enum'),
  );
}

/** $1 accounts, $2 ids, then an array a column. Rows whose texts stay the same are not written. */
function updateTexts(table: Table): string {
  const names = foldedColumns(table).map((column) => column.name);
  const arrays = foldedColumns(table).map(({ declaration }, n) => `$${n + 3}::${arrayTypes[declaration.kind]}`);
  const all = (row: string) => names.map((name) => `${row}.${name}`).join(', ');
  return `UPDATE ${table.name} AS t SET ${names.map((name) => `${name} = f.${name}`).join(', ')}
    FROM unnest($1::bigint[], $2::bigint[], ${arrays.join(', ')}) AS f (account, id, ${names.join(', ')})
    WHERE t.account = f.account AND t.id = f.id AND ROW (${all('t')}) IS DISTINCT FROM ROW (${all('f')})`;
}
