/**
 * Manages the keys of an SQLite database and encrypts its secrets: those in clear text, and all of them for a new key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { createSeals, keyIDOf, type Seals } from '../../lib/sealed.ts';
import type { Finding, SecretCensus, SecretStore } from '../shard.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { SQLITE_CODE, sqliteCodeOf } from '../sqlite/failures.ts';
import { readMeta, writeMeta } from '../sqlite/meta.ts';
import { createKeyFile, readKeyFile } from './key-file.sqlite.ts';
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

export interface SecretKeyOptions {
  /** Keys from the settings. */
  readonly given: readonly Uint8Array[];
  /** Path of the key file; created if no key is given. */
  readonly file: string;
  readonly lostKey: string | undefined;
}

/** Returns the seals for the given keys. Throws if a secret is encrypted with an unknown key. */
export function openSeals(
  connection: SqliteConnection,
  database: string,
  { given, file, lostKey }: SecretKeyOptions,
): Seals {
  const kept = readKeyFile(file).filter((key) => !given.some((other) => keyIDOf(other) === keyIDOf(key)));
  const keys = [...given, ...kept];
  const ids = keys.map(keyIDOf);
  if (findKeysInUse(connection).some((keyID) => !ids.includes(keyID))) {
    const where = `Give that key in MDS_SECRETS_KEY, behind the one to encrypt with, or put its file back: ${file}.`;
    requireKeys(database, ids, readCensus(connection), { where, lostKey });
  }
  return createSeals(keys.length > 0 ? keys : createKeyFile(file));
}

export function areSecretsSealed(connection: SqliteConnection): boolean {
  return readMeta(connection, 'secrets_sealed') === 'yes';
}

/**
 * Encrypts all secrets in clear text. Afterwards no page of the file contains one in clear text, including free pages
 * and the log.
 */
export function sealSecrets(connection: SqliteConnection, seals: Seals, log: Log): void {
  for (const kind of secretKinds) for (const _batch of resealing(connection, seals, kind, 'clear', log));
  if (wipe(connection, log)) connection.transaction(() => writeMeta(connection, 'secrets_sealed', 'yes'));
}

/** Rewrites the file to erase old pages. Databases that never had a subscription have nothing to erase. */
function wipe(connection: SqliteConnection, log: Log): boolean {
  const had = connection.db.prepare(`SELECT 1 FROM sqlite_sequence WHERE name = 'subscriptions'`).get();
  if (had === undefined) return true;
  try {
    connection.db.exec('VACUUM');
    // If another program reads, the log cannot be emptied now.
    return connection.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch (failure) {
    if (sqliteCodeOf(failure) !== SQLITE_CODE.FULL) throw failure;
    const message =
      'the disk has no room to rewrite the database: secrets deleted before may remain in its free pages until the next start';
    log.warn({ err: failure }, message);
    return false;
  }
}

export function createSqliteSecretStore(connection: SqliteConnection, seals: Seals, log: Log): SecretStore {
  return {
    current: seals.current,
    census: async () => readCensus(connection),
    async rekey(progress) {
      let done = 0;
      for (const kind of secretKinds) {
        for (const more of resealing(connection, seals, kind, 'all', log)) {
          done += more;
          progress(done);
          // A server on the same file needs time to get the write lock.
          await pause(BATCH_PAUSE_MS);
        }
      }
      return done;
    },
    async abandon(keyID) {
      const statements = abandonKeyStatements(seals, keyID);
      const lost = readCensus(connection).get(keyID) ?? 0;
      for (const _batch of resealing(connection, seals, 'subscriptions', { lost: keyID }, log));
      connection.transaction(() => {
        for (const statement of statements) connection.db.exec(statement);
      });
      return lost;
    },
  };
}

const BATCH_PAUSE_MS = 5;
const BATCH_ROWS = 200;

export function findKeysInUse({ db }: SqliteConnection): string[] {
  return db
    .prepare(SELECT_KEYS_IN_USE_SQL)
    .all()
    .map(({ key_id }) => key_id as string);
}

export function readCensus(connection: SqliteConnection): SecretCensus {
  return parseCensus(connection.db.prepare(SELECT_CENSUS_SQL).all() as unknown as CensusRow[]);
}

export function* examineSecrets(connection: SqliteConnection, seals: Seals): Generator<Finding> {
  for (const kind of secretKinds) {
    for (const rows of batches(connection, kind)) {
      for (const row of rows) yield* findSecretFaults(seals, kind, row);
    }
  }
}

interface NumberedRow extends SecretRow {
  readonly row: number;
}

/** Encrypts the secrets batch by batch. Yields the number of rows changed in each batch. */
function* resealing(
  connection: SqliteConnection,
  seals: Seals,
  kind: SecretKind,
  which: ResealScope,
  log: Log,
): Generator<number> {
  const set = secretColumns[kind].columns.map((column) => `${column} = ?`).join(', ');
  const update = connection.db.prepare(`UPDATE ${kind} SET ${set} WHERE rowid = ?`);
  for (let after = 0; ; ) {
    const { looked, sealed, last } = connection.transaction(() => {
      const rows = readBatch(connection, kind, after);
      let sealed = 0;
      for (const row of rows) {
        const next = resealRow(seals, kind, row, which, log);
        if (next === undefined) continue;
        update.run(...next, row.row);
        sealed++;
      }
      return { looked: rows.length, sealed, last: rows.at(-1)?.row ?? 0 };
    });
    yield sealed;
    if (looked < BATCH_ROWS) return;
    after = last;
  }
}

function* batches(connection: SqliteConnection, kind: SecretKind): Generator<readonly NumberedRow[]> {
  for (let after = 0; ; ) {
    const rows = readBatch(connection, kind, after);
    yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)!.row;
  }
}

function readBatch({ db }: SqliteConnection, kind: SecretKind, after: number): NumberedRow[] {
  const { columns, by, ...rest } = secretColumns[kind];
  const only = 'only' in rest ? `AND ${rest.only.column} = '${rest.only.is}'` : '';
  const select = db.prepare(
    `SELECT rowid, account, ${[...by, ...columns].join(', ')} FROM ${kind} WHERE rowid > ? ${only} ORDER BY rowid LIMIT ${BATCH_ROWS}`,
    { returnArrays: true },
  );
  const found = select.all(after) as unknown as [number, number, ...(string | number | null)[]][];
  return found.map(([row, account, ...values]) => ({
    row,
    account,
    by: values.slice(0, by.length) as (string | number)[],
    kept: values.slice(by.length) as (string | null)[],
  }));
}
