/**
 * Gives documents the fields they lack, when the catalogue has got some. In small transactions, each of which leaves whole
 * records behind: an interrupted run is begun again and finds those done. No version and no event comes of it.
 */
import { type RecordType, recordTypes } from '../../catalogue/index.ts';
import { type Client, type Pool, rollBack, withClient } from '../postgres/connection.ts';
import { withAdvisoryLock } from '../postgres/instance-lock.ts';
import { COMPLETE_DOCUMENTS_LOCK } from '../postgres/locks.ts';
import { readMeta, writeMeta } from '../postgres/meta.ts';
import { arrayTypes } from '../records/changes/bulk-load.postgres.ts';
import { tableOf } from '../sql/columns.ts';
import { type ColumnValue, projectField } from '../sql/projection.ts';
import { addMissingFields, BATCH_LIMITS, countInBatch, fieldFingerprints, typesToComplete } from './missing-fields.ts';

/** Adds missing fields to documents. Reads no documents if the catalogue has not changed since the last run. */
export function completeDocuments(pool: Pool): Promise<void> {
  return withClient(pool, async (client) => {
    if ((await changedTypes(client)).length === 0) return;
    await withAdvisoryLock(client, COMPLETE_DOCUMENTS_LOCK, async () => {
      for (const type of await changedTypes(client)) await completeType(client, type, () => {});
      // Stored last, so that an interrupted run restarts.
      await writeMeta(client, 'document_fields', JSON.stringify(fieldFingerprints()));
    });
  });
}

/** Adds missing fields after reading every document. `progress` receives the number of documents changed so far. */
export function completeAllDocuments(pool: Pool, progress: (completed: number) => void): Promise<number> {
  return withClient(pool, (client) =>
    withAdvisoryLock(client, COMPLETE_DOCUMENTS_LOCK, async () => {
      let count = 0;
      const onBatch = (more: number) => {
        count += more;
        progress(count);
      };
      for (const type of recordTypes) await completeType(client, type, onBatch);
      return count;
    }),
  );
}

async function changedTypes(client: Client): Promise<RecordType[]> {
  return typesToComplete(await readMeta(client, 'document_fields'));
}

type Key = readonly [account: number, id: number];

async function completeType(client: Client, type: RecordType, onBatch: (completed: number) => void): Promise<void> {
  for (let after: Key | undefined = [0, 0]; after !== undefined; ) {
    const last = await batchEnd(client, type, after);
    if (last !== undefined) onBatch(await completeBatch(client, type, after, last));
    after = last;
  }
}

async function batchEnd(client: Client, type: RecordType, after: Key): Promise<Key | undefined> {
  const { rows } = await client.query<{ account: number; id: number; size: number }>(
    `SELECT account, id, octet_length(text) AS size FROM ${tableOf(type.name).documents}
      WHERE (account, id) > ($1, $2) ORDER BY account, id LIMIT ${BATCH_LIMITS.rows}`,
    [...after],
  );
  const last = rows[countInBatch(rows.map(({ size }) => size)) - 1];
  return last && [last.account, last.id];
}

/** The documents are locked as a change would lock them. */
async function completeBatch(client: Client, type: RecordType, after: Key, last: Key): Promise<number> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ account: number; id: number; text: string }>(
      `SELECT account, id, text FROM ${tableOf(type.name).documents}
        WHERE (account, id) > ($1, $2) AND (account, id) <= ($3, $4) ORDER BY account, id FOR UPDATE`,
      [...after, ...last],
    );
    const lacking = rows.flatMap(({ account, id, text }) => {
      const whole = addMissingFields(type, text);
      return whole === undefined ? [] : [{ account, id, ...whole }];
    });
    if (lacking.length > 0) await rewrite(client, type, lacking);
    await client.query('COMMIT');
    return lacking.length;
  } catch (failure) {
    await rollBack(client);
    throw failure;
  }
}

type Lacking = { readonly account: number; readonly id: number } & NonNullable<ReturnType<typeof addMissingFields>>;

async function rewrite(client: Client, type: RecordType, lacking: readonly Lacking[]): Promise<void> {
  const { name, documents, columns } = tableOf(type.name);
  const keys = [lacking.map(({ account }) => account), lacking.map(({ id }) => id)];
  // The log keeps what everybody was told: the version as it was before.
  await client.query(
    `UPDATE changes AS c SET text = d.text
      FROM unnest($1::bigint[], $2::bigint[]) AS f (account, id)
      JOIN ${documents} AS d ON d.account = f.account AND d.id = f.id
      WHERE c.account = d.account AND c.type = $3 AND c.record_id = d.id AND c.version = d.version AND c.text IS NULL`,
    [...keys, type.name],
  );
  await client.query(
    `UPDATE ${documents} AS d SET text = f.text FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS f (account, id, text)
      WHERE d.account = f.account AND d.id = f.id`,
    [...keys, lacking.map(({ text }) => text)],
  );
  const added = new Set(lacking.flatMap((one) => one.added));
  const projected = columns.filter(({ field }) => added.has(field));
  if (projected.length === 0) return;
  const names = projected.map((column) => column.name);
  const arrays = projected.map(({ declaration }, n) => `$${n + 3}::${arrayTypes[declaration.kind]}`);
  const values = projected.map((column) => lacking.map(({ fields }): ColumnValue => projectField(column, fields)));
  await client.query(
    `UPDATE ${name} AS t SET ${names.map((one) => `${one} = f.${one}`).join(', ')}
      FROM unnest($1::bigint[], $2::bigint[], ${arrays.join(', ')}) AS f (account, id, ${names.join(', ')})
      WHERE t.account = f.account AND t.id = f.id`,
    [...keys, ...values],
  );
}
