/** Copies a shard's database while the service runs. */
import { existsSync, statSync } from 'node:fs';
import { pgDumpCommand } from '../storage/postgres/backup-commands.ts';
import { keyFilePathOf } from '../storage/secrets/key-file.sqlite.ts';
import { copyDatabase } from '../storage/sqlite/backup.ts';
import { type Command, CommandFailure } from './command.ts';
import { sizeInWords } from './in-words.ts';
import { writeNewFile } from './new-file.ts';
import { progressLine } from './progress-line.ts';
import { chosenDatabase, sayingWhereToLook, shardOption } from './shard-choice.ts';
import { typed } from './typed.ts';

interface Backup {
  readonly shardID: string;
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  /**
   * Keys that encrypt the secrets of the shard; `keyFile` is the file next to the database that contains one of them,
   * if any.
   */
  readonly secretKeys: readonly string[];
  readonly keyFile: string | null;
}

export const backup: Command = {
  words: 'backup',
  summary: 'Copy an SQLite shard into a new file while the service runs.',
  options: { to: { value: 'FILE', doc: 'The file to write; it must not exist.', required: true }, ...shardOption },
  async run(given, { settings, talkative }): Promise<Backup> {
    const to = given.required('to');
    const { shardID, database } = chosenDatabase(settings, given);
    if (database.engine === 'postgres') {
      throw new CommandFailure(
        `Shard ${shardID} is on PostgreSQL, which has a tool of its own for this:\n  ${pgDumpCommand(database.url, to)}`,
      );
    }
    const { file } = database;
    const progress = progressLine(`Backup of ${shardID}`, 'pages', talkative);
    const { damage, ...identity } = await sayingWhereToLook(
      writeNewFile(to, (unfinished) => copyDatabase(file, unfinished, progress.at)),
    );
    progress.end();
    if (damage.length > 0) {
      // The damaged copy is kept, because it may be all that is left. Older backups must not be deleted.
      throw new CommandFailure(
        `${file} is damaged, and so is the copy ${to}. Keep older backups, and run: ${typed('doctor')}`,
      );
    }
    const keyFile = existsSync(keyFilePathOf(file)) ? keyFilePathOf(file) : null;
    return { ...identity, keyFile, file: to, bytes: statSync(to).size };
  },
  show: ({ shardID, file, bytes, secretKeys, keyFile }: Backup) =>
    [
      `${shardID} is copied to ${file} (${sizeInWords(bytes)}). It holds the data of every account: keep it as safe as the database.`,
      ...(secretKeys.length === 0
        ? []
        : [
            `Its secrets are encrypted with the key ${secretKeys.join(', ')} (${keyFile ?? 'in MDS_SECRETS_KEY'}), which is not in it and without which it cannot be restored: keep that, too, in another place.`,
          ]),
    ].join('\n'),
};
