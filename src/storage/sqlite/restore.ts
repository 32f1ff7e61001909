/**
 * Replaces a shard's database with a backup. The copy is migrated to this program's schema and examined completely
 * beside its final place. Only a sound copy is moved there, in one step. The previous database is kept under another
 * name.
 */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import { auditEntryStatements } from '../people/audit-entry.ts';
import { NEW_LOG_NAME_SQL } from '../records/log/new-log-name.sqlite.ts';
import { keyFilePathOf } from '../secrets/key-file.sqlite.ts';
import type { Finding } from '../shard.ts';
import { toSqlitePlaceholders } from '../sql/portable-sql.sqlite.ts';
import { StorageError } from '../storage-error.ts';
import { type CopyProgress, copyDatabase } from './backup.ts';
import { isBusy, isDamage } from './failures.ts';
import { createParentFolder, requireParentFolder } from './folder.ts';
import { requireServerLock } from './server-lock.ts';
import { openSqliteShard } from './shard.ts';
import { createTemporaryFile, removeAbandonedFiles, type TemporaryFile } from './temporary-file.ts';

export interface RestoreOptions {
  readonly from: string;
  /** The database file of the shard. */
  readonly file: string;
  readonly shardID: string;
  /** Keys that secrets may be encrypted with, in addition to those in the key file beside the database. */
  readonly keys: readonly Uint8Array[];
  /** Suffix that makes the names of new files unique. */
  readonly suffix: string;
  /** Accounts that another shard has in use by now, and the entry to write to their audit log. */
  readonly freezing: { readonly accountIDs: readonly string[]; readonly audit: AuditEntryInput | undefined };
  readonly copied: CopyProgress;
  readonly examined: (records: number) => void;
}

export type RestoreResult =
  /**
   * `kept`: path of the previous database, if there was one. `frozen`: the accounts that this restore froze; those
   * frozen in the backup are not listed.
   */
  | { readonly records: number; readonly kept: string | undefined; readonly frozen: readonly string[] }
  | { readonly findings: readonly Finding[] };

export async function restoreDatabase(restoring: RestoreOptions): Promise<RestoreResult> {
  const { from, file, suffix, copied, examined } = restoring;
  createParentFolder(file);
  requireParentFolder(file);
  const lock = existsSync(file) ? requireServerLock(file, 500) : undefined;
  const copy = `${file}${UNFINISHED_INFIX}${suffix}`;
  let making: TemporaryFile | undefined;
  try {
    const copies = new RegExp(`^${RegExp.escape(basename(file) + UNFINISHED_INFIX)}\\d+$`);
    removeAbandonedFiles(dirname(file), copies, 'restore');
    making = createTemporaryFile(copy, 'restore');
    const { damage } = await copyDatabase(from, copy, copied);
    if (damage.length > 0) throw new StorageError(`${from} is damaged. Nothing was restored.`);
    let records = 0;
    const findings = await examineCopy(copy, restoring, (count) => {
      records = count;
      examined(count);
    });
    if (findings.length > 0) return { findings };
    const frozen = beginAnew(copy, restoring.freezing);
    const replaced = `${file}.replaced-${suffix}`;
    const kept = lock && keepBeside(file, replaced);
    // There was no file to lock. A server that a supervisor started since then may have created one and taken changes.
    if (lock === undefined && existsSync(file)) {
      throw new StorageError(
        `${file} was made by another program meanwhile. Stop the service, then restore with --yes; nothing was changed.`,
      );
    }
    // A log left by the old database would be read as the log of the copy.
    for (const side of SIDE_FILE_SUFFIXES) if (existsSync(file + side)) renameSync(file + side, replaced + side);
    renameSync(copy, file);
    return { records, kept, frozen };
  } finally {
    making?.discard();
    lock?.release();
  }
}

const UNFINISHED_INFIX = '.restoring-';

async function examineCopy(
  copy: string,
  { file, shardID, keys }: RestoreOptions,
  progress: (records: number) => void,
): Promise<Finding[]> {
  const keyFile = keyFilePathOf(file);
  const shard = await openSqliteShard({ shardID, file: copy, role: 'server', readerThreads: 1, keys, keyFile });
  try {
    return await shard.examine(progress);
  } finally {
    await shard.close();
  }
}

/**
 * Gives every account a new log name and freezes the given accounts. The changes since the backup are lost and their
 * numbers will be reused, so clients that follow a log must not skip them as read. An account that has moved since
 * would exist twice, each with changes that the other lacks. Returns the ids of the accounts it froze.
 */
function beginAnew(copy: string, { accountIDs, audit }: RestoreOptions['freezing']): string[] {
  const db = new DatabaseSync(copy);
  try {
    db.exec(`UPDATE accounts SET log = ${NEW_LOG_NAME_SQL}`);
    const freeze = db.prepare(`UPDATE accounts SET frozen = TRUE WHERE frozen = FALSE
      AND id IN (SELECT value FROM json_each(?)) RETURNING key, id`);
    const frozen = freeze.all(JSON.stringify(accountIDs)) as unknown as { key: number; id: string }[];
    for (const [statement, values] of frozen.flatMap(({ key }) => auditEntryStatements(key, audit))) {
      db.prepare(toSqlitePlaceholders(statement)).run(...values);
    }
    return frozen.map(({ id }) => id);
  } finally {
    db.close();
  }
}

/** Suffixes of the files that SQLite keeps beside a database in use. */
const SIDE_FILE_SUFFIXES = ['-wal', '-shm'];

/**
 * Gives the database a second name. The first name stays until the copy replaces it, so that a database is always
 * there.
 */
function keepBeside(file: string, kept: string): string {
  const log = `${file}-wal`;
  // SQLite deletes the log of a database that it can no longer read.
  if (existsSync(log)) copyFileSync(log, `${kept}-wal`);
  let needsItsLog = false;
  try {
    needsItsLog = gatherIntoOneFile(file) === 'damaged';
  } finally {
    if (!needsItsLog) rmSync(`${kept}-wal`, { force: true });
  }
  // A log left behind would be read as the log of the copy that replaces the database.
  for (const side of SIDE_FILE_SUFFIXES) rmSync(file + side, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    // Not every disk supports links.
    renameSync(file, kept);
  }
  return kept;
}

/** Merges the log into the database file. Throws if another program has the database open. */
function gatherIntoOneFile(file: string): 'gathered' | 'damaged' {
  const db = new DatabaseSync(file, { timeout: 500 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    return 'gathered';
  } catch (failure) {
    if (isBusy(failure)) {
      throw new StorageError(`Another program has ${file} open. Let it end first; nothing was changed.`);
    }
    if (!isDamage(failure)) throw failure;
    return 'damaged';
  } finally {
    db.close();
  }
}
