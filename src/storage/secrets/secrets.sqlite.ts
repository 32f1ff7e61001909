/** The keys of an SQLite database, and what is done with all of its secrets: sealing those of before, and sealing them anew. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { keyIDOf, makeSeals, type Seals } from '../../lib/sealed.ts';
import type { Finding, SecretCensus, Secrets } from '../shard.ts';
import type { Connection } from '../sqlite/connection.ts';
import { codeOf, SQLITE } from '../sqlite/failures.ts';
import { readMeta, writeMeta } from '../sqlite/meta.ts';
import { makeKeyFile, readKeyFile } from './key-file.sqlite.ts';
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

export interface Keys {
  /** Those of the settings. */
  readonly given: readonly Uint8Array[];
  /** Where there is one beside the database, or will be where none is given. */
  readonly file: string;
  readonly lostKey: string | undefined;
}

/** Throws where something was sealed with a key that is not among them. */
export function openSeals(connection: Connection, database: string, { given, file, lostKey }: Keys): Seals {
  const kept = readKeyFile(file).filter((key) => !given.some((other) => keyIDOf(other) === keyIDOf(key)));
  const keys = [...given, ...kept];
  const ids = keys.map(keyIDOf);
  if (keysInUse(connection).some((keyID) => !ids.includes(keyID))) {
    const where = `Give that key in MDS_SECRETS_KEY, behind the one to encrypt with, or put its file back: ${file}.`;
    requireKeys(database, ids, readCensus(connection), { where, lostKey });
  }
  return makeSeals(keys.length > 0 ? keys : makeKeyFile(file));
}

export function areSecretsSealed(connection: Connection): boolean {
  return readMeta(connection, 'secrets_sealed') === 'yes';
}

/** Afterwards no page of the file holds anything in clear, the free ones and the log included. */
export function sealSecrets(connection: Connection, seals: Seals, log: Log): void {
  for (const kind of secretKinds) for (const _batch of resealing(connection, seals, kind, 'clear', log));
  if (wipe(connection, log)) connection.transaction(() => writeMeta(connection, 'secrets_sealed', 'yes'));
}

/** Databases that never had a subscription have nothing to wipe. */
function wipe(connection: Connection, log: Log): boolean {
  const had = connection.db.prepare(`SELECT 1 FROM sqlite_sequence WHERE name = 'subscriptions'`).get();
  if (had === undefined) return true;
  try {
    connection.db.exec('VACUUM');
    // Where another program reads, its log cannot be emptied now.
    return connection.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch (failure) {
    if (codeOf(failure) !== SQLITE.FULL) throw failure;
    const message =
      'the disk has no room to rewrite the database: secrets deleted before may remain in its free pages until the next start';
    log.warn({ err: failure }, message);
    return false;
  }
}

export function sqliteSecrets(connection: Connection, seals: Seals, log: Log): Secrets {
  return {
    current: seals.current,
    census: async () => readCensus(connection),
    async rekey(progress) {
      let done = 0;
      for (const kind of secretKinds) {
        for (const more of resealing(connection, seals, kind, 'all', log)) {
          done += more;
          progress(done);
          // A server beside needs time to find the database free.
          await pause(PAUSE_MS);
        }
      }
      return done;
    },
    async abandon(keyID) {
      const statements = abandoning(seals, keyID);
      const lost = readCensus(connection).get(keyID) ?? 0;
      for (const _batch of resealing(connection, seals, 'subscriptions', { lost: keyID }, log));
      connection.transaction(() => {
        for (const statement of statements) connection.db.exec(statement);
      });
      return lost;
    },
  };
}

const PAUSE_MS = 5;
const BATCH = 200;

export function keysInUse({ db }: Connection): string[] {
  return db
    .prepare(KEYS_IN_USE)
    .all()
    .map(({ key_id }) => key_id as string);
}

export function readCensus(connection: Connection): SecretCensus {
  return censusOf(connection.db.prepare(CENSUS).all() as unknown as CensusRow[]);
}

export function* examineSecrets(connection: Connection, seals: Seals): Generator<Finding> {
  for (const kind of secretKinds) {
    for (const rows of batches(connection, kind)) {
      for (const row of rows) yield* faultsOfSecrets(seals, kind, row);
    }
  }
}

interface NumberedRow extends KeptRow {
  readonly row: number;
}

/** How many rows of each batch were sealed. */
function* resealing(connection: Connection, seals: Seals, kind: SecretKind, which: Which, log: Log): Generator<number> {
  const set = secretColumns[kind].columns.map((column) => `${column} = ?`).join(', ');
  const update = connection.db.prepare(`UPDATE ${kind} SET ${set} WHERE rowid = ?`);
  for (let after = 0; ; ) {
    const { looked, sealed, last } = connection.transaction(() => {
      const rows = readBatch(connection, kind, after);
      let sealed = 0;
      for (const row of rows) {
        const next = resealed(seals, kind, row, which, log);
        if (next === undefined) continue;
        update.run(...next, row.row);
        sealed++;
      }
      return { looked: rows.length, sealed, last: rows.at(-1)?.row ?? 0 };
    });
    yield sealed;
    if (looked < BATCH) return;
    after = last;
  }
}

function* batches(connection: Connection, kind: SecretKind): Generator<readonly NumberedRow[]> {
  for (let after = 0; ; ) {
    const rows = readBatch(connection, kind, after);
    yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.row;
  }
}

function readBatch({ db }: Connection, kind: SecretKind, after: number): NumberedRow[] {
  const { columns, by, ...rest } = secretColumns[kind];
  const only = 'only' in rest ? `AND ${rest.only.column} = '${rest.only.is}'` : '';
  const select = db.prepare(
    `SELECT rowid, account, ${[...by, ...columns].join(', ')} FROM ${kind} WHERE rowid > ? ${only} ORDER BY rowid LIMIT ${BATCH}`,
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
