/**
 * Puts a backup in the place of a shard's database. The copy is brought to this program's schema and looked over from end
 * to end beside its place; only a sound one is moved there, in one step. What was there before is kept under another name.
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
  /** What secrets may be sealed with, beside what is in the file of keys beside the database. */
  readonly keys: readonly Uint8Array[];
  /** What makes the names of files beside it new. */
  readonly suffix: string;
  /** Accounts that another shard has in use by now, and what their audit log is told. */
  readonly freezing: { readonly accountIDs: readonly string[]; readonly audit: AuditEntryInput | undefined };
  readonly copied: CopyProgress;
  readonly examined: (records: number) => void;
}

export type RestoreResult =
  /** `kept`: where the database is now that was there before. `frozen`: those that were not, as they are in the backup. */
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
    // Nothing was there to be locked: whoever has started since, as a supervisor does by itself, has made one and may have taken changes.
    if (lock === undefined && existsSync(file)) {
      throw new StorageError(
        `${file} was made by another program meanwhile. Stop the service, then restore with --yes; nothing was changed.`,
      );
    }
    // The log of a database that is gone would be taken for one of the copy.
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
 * Changes since the backup are gone, and their numbers will be given again: whoever follows a log must not take them for read. Of an
 * account that has moved since, there would be two, each with changes the other lacks. Gives the ids of those it has frozen.
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

/** Files that belong to a database while it is in use. */
const SIDE_FILE_SUFFIXES = ['-wal', '-shm'];

/** Gives the database a second name. The first stays until the copy takes it over, so that one is always there. */
function keepBeside(file: string, kept: string): string {
  const log = `${file}-wal`;
  // SQLite throws the log of a database away that it cannot read any more.
  if (existsSync(log)) copyFileSync(log, `${kept}-wal`);
  let needsItsLog = false;
  try {
    needsItsLog = gatherIntoOneFile(file) === 'damaged';
  } finally {
    if (!needsItsLog) rmSync(`${kept}-wal`, { force: true });
  }
  // A log that stays behind would be taken for one of the copy that comes in its place.
  for (const side of SIDE_FILE_SUFFIXES) rmSync(file + side, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    // Not every disk knows links.
    renameSync(file, kept);
  }
  return kept;
}

/** Possible only while nobody else has it open, which is what has to be found out. */
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
