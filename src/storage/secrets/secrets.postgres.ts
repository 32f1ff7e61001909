/** The keys of a PostgreSQL database, and what is done with all of its secrets: sealing those of before, and sealing them anew. */
import type { Log } from '../../lib/log.ts';
import { makeSeals, type Seals } from '../../lib/sealed.ts';
import { type Client, committing, type Pool, withClient } from '../postgres/connection.ts';
import { answering } from '../postgres/failures.ts';
import { alone } from '../postgres/instance-lock.ts';
import { SECRETS_LOCK } from '../postgres/locks.ts';
import { readMeta, writeMeta } from '../postgres/meta.ts';
import type { Finding, SecretCensus, Secrets } from '../shard.ts';
import { StorageError } from '../storage-error.ts';
import { requireKeys } from './required-keys.ts';
import {
  abandoning,
  CENSUS,
  type CensusRow,
  censusOf,
  faultsOfSecrets,
  KEYS_IN_USE,
  type KeptRow,
  resealed,
  type Which,
} from './resealing.ts';
import { type SecretKind, secretColumns, secretKinds } from './secret-columns.ts';

/** There is no place beside a database on another machine: the key is given, to every instance. */
export function requireSeals(shardID: string, keys: readonly Uint8Array[]): Seals {
  if (keys.length > 0) return makeSeals(keys);
  throw new StorageError(
    `Shard ${shardID} is on PostgreSQL and needs MDS_SECRETS_KEY, the key that secrets are encrypted with: make one with "openssl rand -base64 32", keep it safe, and give it to every instance.`,
  );
}

export interface Preparing {
  readonly shardID: string;
  readonly seals: Seals;
  readonly log: Log;
  readonly lostKey: string | undefined;
}

/** Throws where something was sealed with a key that is not among them. What older versions kept in clear is sealed. */
export function prepareSecrets(pool: Pool, preparing: Preparing): Promise<void> {
  return withClient(pool, async (client) => {
    await requireKeysInUse(client, preparing);
    if (await areSealed(client)) return;
    await alone(client, SECRETS_LOCK, async () => {
      if (await areSealed(client)) return;
      const { seals, log } = preparing;
      for (const kind of secretKinds) await reseal(client, seals, kind, 'clear', log, () => {});
      await writeMeta(client, 'secrets_sealed', 'yes');
    });
  });
}

async function requireKeysInUse(client: Client, { shardID, seals, lostKey }: Preparing): Promise<void> {
  const { rows } = await client.query<{ key_id: string }>(KEYS_IN_USE);
  if (rows.every(({ key_id }) => seals.known.includes(key_id))) return;
  const where = 'Give that key in MDS_SECRETS_KEY, behind the one to encrypt with.';
  requireKeys(`Shard ${shardID}`, seals.known, await readCensus(client), { where, lostKey });
}

async function areSealed(client: Client): Promise<boolean> {
  return (await readMeta(client, 'secrets_sealed')) === 'yes';
}

export function postgresSecrets(pool: Pool, seals: Seals, log: Log): Secrets {
  const lent = <Result>(work: (client: Client) => Promise<Result>) => answering(() => withClient(pool, work));
  return {
    current: seals.current,
    census: () => lent(readCensus),
    rekey: (progress) =>
      lent((client) =>
        alone(client, SECRETS_LOCK, async () => {
          let done = 0;
          for (const kind of secretKinds) {
            await reseal(client, seals, kind, 'all', log, () => progress(++done));
          }
          return done;
        }),
      ),
    abandon: (keyID) =>
      lent((client) =>
        alone(client, SECRETS_LOCK, async () => {
          const statements = abandoning(seals, keyID);
          const lost = (await readCensus(client)).get(keyID) ?? 0;
          await reseal(client, seals, 'subscriptions', { lost: keyID }, log, () => {});
          await committing(client, async () => {
            for (const statement of statements) await client.query(statement);
          });
          return lost;
        }),
      ),
  };
}

async function readCensus(client: Client): Promise<SecretCensus> {
  return censusOf((await client.query<CensusRow>(CENSUS)).rows);
}

export async function examineSecrets(client: Client, seals: Seals): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of secretKinds) {
    for await (const row of keptRows(client, kind)) findings.push(...faultsOfSecrets(seals, kind, row));
  }
  return findings;
}

/** Row by row, each locked only while it is written: those who settle deliveries lock several, in an order of their own. */
async function reseal(
  client: Client,
  seals: Seals,
  kind: SecretKind,
  which: Which,
  log: Log,
  onSealed: () => void,
): Promise<void> {
  const { columns, by } = secretColumns[kind];
  const named = ['account', ...by].map((column, n) => `${column} = $${n + 1}`);
  const set = columns.map((column, n) => `${column} = $${named.length + n + 1}`);
  // What somebody has written meanwhile is newer.
  const unchanged = columns.map(
    (column, n) => `${column} IS NOT DISTINCT FROM $${named.length + columns.length + n + 1}`,
  );
  let overtaken = 0;
  const text = `UPDATE ${kind} SET ${set.join(', ')} WHERE ${[...named, ...unchanged].join(' AND ')}`;
  // What a crash loses is as it was, and done again. What is noted afterwards is on the disk with all before it.
  await client.query('SET synchronous_commit = off');
  for await (const row of keptRows(client, kind)) {
    const next = resealed(seals, kind, row, which, log);
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
  // Of what was overtaken, another column may be as it was.
  if (overtaken > 0) await reseal(client, seals, kind, which, log, onSealed);
}

const BATCH = 200;

async function* keptRows(client: Client, kind: SecretKind): AsyncGenerator<KeptRow> {
  const { columns, by, ...rest } = secretColumns[kind];
  const only = 'only' in rest ? `AND ${rest.only.column} = '${rest.only.is}'` : '';
  const place = ['account', ...by];
  const text = `SELECT ${[...place, ...columns].join(', ')} FROM ${kind}
    WHERE (${place.join(', ')}) > (${place.map((_, n) => `$${n + 1}`).join(', ')}) ${only}
    ORDER BY ${place.join(', ')} LIMIT ${BATCH}`;
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
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.slice(0, place.length);
  }
}
