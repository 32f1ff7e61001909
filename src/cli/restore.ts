/** Replaces a shard's database with a backup. */
import { existsSync } from 'node:fs';
import { formatTimestamp, systemClock } from '../lib/time.ts';
import { type Settings, shardsOf } from '../settings.ts';
import { findWritableAccounts } from '../storage/accounts/writable-accounts.ts';
import { pgRestoreCommand } from '../storage/postgres/backup-commands.ts';
import { readDatabaseIdentity } from '../storage/sqlite/backup.ts';
import { restoreDatabase } from '../storage/sqlite/restore.ts';
import { StorageError } from '../storage/storage-error.ts';
import { type Command, CommandFailure } from './command.ts';
import { firstInWords } from './in-words.ts';
import { syncFolderOf } from './new-file.ts';
import { progressLine } from './progress-line.ts';
import { chosenDatabase, shardOption } from './shard-choice.ts';
import { entry } from './told.ts';
import { typed } from './typed.ts';

interface Restoration {
  readonly shardID: string;
  readonly file: string;
  readonly records: number;
  /** Path to which the previous database was moved; null if there was none. */
  readonly kept: string | null;
  /** Accounts that were in use in the backup and have moved to another shard since. */
  readonly frozen: readonly { readonly accountID: string; readonly inUseOn: string }[];
  /** Shards whose accounts in use could not be read. */
  readonly unasked: readonly string[];
}

export const restore: Command = {
  words: 'restore',
  summary: 'Put a backup in the place of an SQLite shard, after looking it over. The service must be stopped.',
  everyShard: true,
  options: {
    from: { value: 'FILE', doc: 'The backup.', required: true },
    yes: { doc: 'Yes, replace the database that is there; it is kept beside under another name.' },
    ...shardOption,
  },
  async run(given, { settings, talkative }): Promise<Restoration> {
    const from = given.required('from');
    const { shardID, database } = chosenDatabase(settings, given);
    if (database.engine === 'postgres') {
      throw new CommandFailure(
        `Shard ${shardID} is on PostgreSQL, which has a tool of its own for this:\n  ${pgRestoreCommand(database.url, from)}`,
      );
    }
    const { file } = database;
    const identity = readDatabaseIdentity(from);
    if (identity.shardID !== shardID) {
      throw new CommandFailure(
        `${from} holds shard ${identity.shardID}, not ${shardID}, and its keys carry that name. Restore it as ${identity.shardID}.`,
      );
    }
    if (existsSync(file) && !given.flag('yes')) {
      throw new CommandFailure(
        `${file} exists. Say --yes to put the backup in its place; it is kept under another name.`,
      );
    }
    const { inUse, unasked } = await inUseElsewhere(settings, shardID);
    const copied = progressLine(`Copying ${from}`, 'pages', talkative);
    const examined = progressLine('Looking it over', 'records', talkative);
    const restored = await restoreDatabase({
      from,
      file,
      shardID,
      keys: settings.MDS_SECRETS_KEY,
      freezing: { accountIDs: [...inUse.keys()], audit: entry('account.frozen') },
      suffix: formatTimestamp(systemClock.now()).replaceAll(/[^0-9]/g, ''),
      copied: copied.at,
      examined: examined.at,
    });
    examined.end();
    if ('findings' in restored) {
      const found = restored.findings.map(({ message }) => message);
      const messages = firstInWords(found, 20).map((message) => `  ${message}`);
      throw new CommandFailure([`${from} is damaged. Nothing was restored.`, ...messages].join('\n'));
    }
    syncFolderOf(file);
    const frozen = restored.frozen.map((accountID) => ({ accountID, inUseOn: inUse.get(accountID)! }));
    return { shardID, file, records: restored.records, kept: restored.kept ?? null, frozen, unasked };
  },
  show: ({ shardID, file, records, kept, frozen, unasked }: Restoration) =>
    [
      `${shardID} is restored to ${file}: ${records.toLocaleString('en')} records, no findings.`,
      ...(kept === null ? [] : [`The database that was there is ${kept}. Delete it when you no longer need it.`]),
      ...frozen.map(
        ({ accountID, inUseOn }) =>
          `${accountID} is in use on ${inUseOn}, so it is frozen here. If it is to stay there: ${typed(`accounts remove --account ${accountID} --shard ${shardID} --yes`)}`,
      ),
      ...(unasked.length === 0
        ? []
        : [
            `${unasked.join(' and ')} could not be asked for accounts that have moved there: run ${typed('doctor')} once it can.`,
          ]),
    ].join('\n'),
};

/** Returns the accounts in use on other shards. An unavailable shard does not block a restore. */
async function inUseElsewhere(settings: Settings, shardID: string) {
  const inUse = new Map<string, string>();
  const unasked: string[] = [];
  for (const [other, database] of shardsOf(settings)) {
    if (other === shardID) continue;
    try {
      for (const accountID of await findWritableAccounts(database)) inUse.set(accountID, other);
    } catch (failure) {
      if (!(failure instanceof StorageError)) throw failure;
      unasked.push(other);
    }
  }
  return { inUse, unasked };
}
