/** Copies a shard's database while the service runs. */
import { statSync } from 'node:fs';
import { dumpLine } from '../storage/postgres/backup.ts';
import { copyDatabase } from '../storage/sqlite/backup.ts';
import { type Command, CommandFailure } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { progressLine } from './progress-line.ts';
import { chosenDatabase, sayingWhereToLook, shardOption } from './shard-choice.ts';

interface Backup {
  readonly shardID: string;
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
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
        `Shard ${shardID} is on PostgreSQL, which has a tool of its own for this:\n  ${dumpLine(database.url, to)}`,
      );
    }
    const { file } = database;
    const progress = progressLine(`Backup of ${shardID}`, 'pages', talkative);
    const identity = await sayingWhereToLook(
      writeNewFile(to, (unfinished) => copyDatabase(file, unfinished, progress.at)),
    );
    progress.end();
    return { ...identity, file: to, bytes: statSync(to).size };
  },
  show: ({ shardID, file, bytes }: Backup) =>
    `${shardID} is copied to ${file} (${Math.ceil(bytes / 1e6).toLocaleString('en')} MB). It holds the data of every account: keep it as safe as the database.`,
};
