/**
 * Manages the keys of a PostgreSQL database and encrypts its secrets: those in clear text, and all of them for a new
 * key.
 */
import type { Log } from '../../lib/log.ts';
import { createSeals, type Seals } from '../../lib/sealed.ts';
import { type Client, inTransactionOn, type Pool, withClient } from '../postgres/connection.ts';
import { translateFailures } from '../postgres/failures.ts';
import { withAdvisoryLock } from '../postgres/instance-lock.ts';
import { SECRETS_LOCK } from '../postgres/locks.ts';
import { readMeta, writeMeta } from '../postgres/meta.ts';
import type { Finding, SecretCensus, SecretStore } from '../shard.ts';
import { StorageError } from '../storage-error.ts';
import { requireKeys } from './required-keys.ts';
import {
  abandonKeyStatements,
  type CensusRow,
  findSecretFaults,
  parseCensus,
  type ResealScope,
  resealRow,
  SELECT_CENSUS_SQL,
  SELECT_KEYS_IN_USE_SQL,
  type SecretRow,
} from './resealing.ts';
import { type SecretKind, secretColumns, secretKinds } from './secret-columns.ts';

/**
 * Creates the seals from the given keys. Throws without a key: there is no key file beside a database on another
 * machine, so every instance needs the key.
 */
export function createRequiredSeals(shardID: string, keys: readonly Uint8Array[]): Seals {
  if (keys.length > 0) return createSeals(keys);
  throw new StorageError(
    `Shard ${shardID} is on PostgreSQL and needs MDS_SECRETS_KEY, the key that secrets are encrypted with: make one with "openssl rand -base64 32", keep it safe, and give it to every instance.`,
  );
}

export interface SecretPreparation {
  readonly shardID: string;
  readonly seals: Seals;
  readonly log: Log;
  readonly lostKey: string | undefined;
}

/** Encrypts secrets that older versions stored in clear text. Throws if a secret is encrypted with an unknown key. */
export function prepareSecrets(pool: Pool, preparing: SecretPreparation): Promise<void> {
  return withClient(pool, async (client) => {
    await requireKeysInUse(client, preparing);
    if (await areSealed(client)) return;
    await withAdvisoryLock(client, SECRETS_LOCK, async () => {
      if (await areSealed(client)) return;
      const { seals, log } = preparing;
      for (const kind of secretKinds) await reseal(client, seals, kind, 'clear', log, () => {});
      await writeMeta(client, 'secrets_sealed', 'yes');
    });
  });
}

async function requireKeysInUse(client: Client, { shardID, seals, lostKey }: SecretPreparation): Promise<void> {
  const { rows } = await client.query<{ key_id: string }>(SELECT_KEYS_IN_USE_SQL);
  if (rows.every(({ key_id }) => seals.known.includes(key_id))) return;
  const where = 'Give that key in MDS_SECRETS_KEY, behind the one to encrypt with.';
  requireKeys(`Shard ${shardID}`, seals.known, await readCensus(client), { where, lostKey });
}

async function areSealed(client: Client): Promise<boolean> {
  return (await readMeta(client, 'secrets_sealed')) === 'yes';
}

export function createPostgresSecretStore(pool: Pool, seals: Seals, log: Log): SecretStore {
  const lent = <Result>(work: (client: Client) => Promise<Result>) => translateFailures(() => withClient(pool, work));
  return {
    current: seals.current,
    census: () => lent(readCensus),
    rekey: (progress) =>
      lent((client) =>
        withAdvisoryLock(client, SECRETS_LOCK, async () => {
          let done = 0;
          for (const kind of secretKinds) {
            await reseal(client, seals, kind, 'all', log, () => progress(++done));
          }
          return done;
        }),
      ),
    abandon: (keyID) =>
      lent((client) =>
        withAdvisoryLock(client, SECRETS_LOCK, async () => {
          const statements = abandonKeyStatements(seals, keyID);
          const lost = (await readCensus(client)).get(keyID) ?? 0;
          await reseal(client, seals, 'subscriptions', { lost: keyID }, log, () => {});
          await inTransactionOn(client, async () => {
            for (const statement of statements) await client.query(statement);
          });
          return lost;
        }),
      ),
  };
}

async function readCensus(client: Client): Promise<SecretCensus> {
  return parseCensus((await client.query<CensusRow>(SELECT_CENSUS_SQL)).rows);
}

export async function examineSecrets(client: Client, seals: Seals): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of secretKinds) {
    for await (const row of keptRows(client, kind)) findings.push(...findSecretFaults(seals, kind, row));
  }
  return findings;
}

/**
 * Encrypts secrets row by row, and locks each row only while it is written. Transactions that settle deliveries lock
 * several rows in an order of their own.
 */
async function reseal(
  client: Client,
  seals: Seals,
  kind: SecretKind,
  which: ResealScope,
  log: Log,
  onSealed: () => void,
): Promise<void> {
  const { columns, by } = secretColumns[kind];
  const named = ['account', ...by].map((column, n) => `${column} = $${n + 1}`);
  const set = columns.map((column, n) => `${column} = $${named.length + n + 1}`);
  // Rows changed since the read are newer, so they are skipped.
  const unchanged = columns.map(
    (column, n) => `${column} IS NOT DISTINCT FROM $${named.length + columns.length + n + 1}`,
  );
  let overtaken = 0;
  const text = `UPDATE ${kind} SET ${set.join(', ')} WHERE ${[...named, ...unchanged].join(' AND ')}`;
  // A change lost in a crash is simply repeated. The `meta` entry written afterwards is on the disk only after all
  // changes before it.
  await client.query('SET synchronous_commit = off');
  for await (const row of keptRows(client, kind)) {
    const next = resealRow(seals, kind, row, which, log);
    if (next === undefined) continue;
    const { rowCount } = await client.query({
      name: `reseal_${kind}`,
      text,
      values: [row.account, ...row.by, ...next, ...row.kept],
    });
    if (rowCount === 0) overtaken++;
    else onSealed();
  }
  await client.query('RESET synchronous_commit');
  // Rows skipped because of a concurrent change may have another column that is still unchanged.
  if (overtaken > 0) await reseal(client, seals, kind, which, log, onSealed);
}

const BATCH_ROWS = 200;

async function* keptRows(client: Client, kind: SecretKind): AsyncGenerator<SecretRow> {
  const { columns, by, ...rest } = secretColumns[kind];
  const only = 'only' in rest ? `AND ${rest.only.column} = '${rest.only.is}'` : '';
  const place = ['account', ...by];
  const text = `SELECT ${[...place, ...columns].join(', ')} FROM ${kind}
    WHERE (${place.join(', ')}) > (${place.map((_, n) => `$${n + 1}`).join(', ')}) ${only}
    ORDER BY ${place.join(', ')} LIMIT ${BATCH_ROWS}`;
  for (let after: unknown[] = [0, ...by.map((column) => (column === 'id' ? 0 : ''))]; ; ) {
    const { rows } = await client.query<(string | number | null)[]>({ text, values: after, rowMode: 'array' });
    for (const row of rows) {
      const [account, ...values] = row as [number, ...(string | number | null)[]];
      yield {
        account,
        by: values.slice(0, by.length) as (string | number)[],
        kept: values.slice(by.length) as (string | null)[],
      };
    }
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)!.slice(0, place.length);
  }
}
