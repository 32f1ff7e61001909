/** Writes one account into a file, to be imported on another shard or engine. */
import { statSync } from 'node:fs';
import { formatTimestamp, systemClock } from '../kernel/time.ts';
import type { AccountRow } from '../storage/account-rows.ts';
import { describeContents } from './account-file/contents.ts';
import { catalogueFingerprint, FORMAT, type Totals, VERSION } from './account-file/format.ts';
import { writeAccountFile } from './account-file/write.ts';
import type { Command } from './command.ts';
import { useLittleMemory } from './memory.ts';
import { writeNewFile } from './new-file.ts';
import { progressLine } from './progress-line.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { told } from './told.ts';
import { quoted, typed } from './typed.ts';

interface Export extends Totals {
  readonly accountID: string;
  readonly shardID: string;
  readonly file: string;
  readonly bytes: number;
  /** A frozen account does not change any more: its file is the account. Any other file is a copy of one instant. */
  readonly of: 'move' | 'copy';
}

/** `export` is a word of the language. */
export const exportCommand: Command = {
  words: 'export',
  summary: 'Write one account, whole, into a file. Freeze it first to move it.',
  options: {
    ...accountOption,
    to: { value: 'FILE', doc: 'The file to write; it must not exist. Compressed if it ends in .gz.', required: true },
    'with-passwords': {
      doc: 'With the hashes of passwords, so that people need no new ones. Keep the file as safe as the database.',
    },
    ...shardOption,
  },
  run: (given, { settings, talkative }) =>
    withShards(settings, async (shards): Promise<Export> => {
      useLittleMemory();
      const to = given.required('to');
      const { shard, account } = await chosenAccount(shards, given);
      const withPasswords = given.flag('with-passwords');
      await told(shard.people, account, 'account.exported', null, { withPasswords });
      return shard.exportAccount(account, async ({ account, frozen, rows: all }) => {
        const rows = withPasswords ? all : withoutPasswords(all);
        const progress = progressLine(account.name, 'rows', talkative);
        const header = {
          kind: 'header',
          format: FORMAT,
          version: VERSION,
          catalogue: catalogueFingerprint(),
          exportedOn: formatTimestamp(systemClock.now()),
          shardID: shard.id,
          engine: shard.engine,
          frozen,
          account,
        } as const;
        const totals = await writeNewFile(to, (unfinished) =>
          writeAccountFile(unfinished, { header, rows, compressed: to.endsWith('.gz'), progress: progress.at }),
        );
        progress.end();
        const { size: bytes } = statSync(to);
        return { accountID: account.id, shardID: shard.id, file: to, bytes, of: frozen ? 'move' : 'copy', ...totals };
      });
    }),
  show: ({ accountID, shardID, file, bytes, of, ...totals }: Export) =>
    [
      `${accountID} of ${shardID} is written to ${file} (${Math.ceil(bytes / 1e6).toLocaleString('en')} MB): ${describeContents(totals)}.`,
      ...(of === 'move'
        ? [
            `The account is frozen, so nothing is missing. Next, on the new shard: ${typed(`import --from ${quoted(file)}`)}, and thaw it there.`,
            `At last: ${typed(`accounts remove --account ${accountID} --shard ${shardID} --yes`)}`,
          ]
        : [
            'The account is not frozen, so this is a copy of one instant: later changes are not in it.',
            `To move the account, freeze it first: ${typed(`accounts freeze --account ${accountID} --shard ${shardID}`)}`,
          ]),
    ].join('\n'),
};

/** A file travels further than a database. */
async function* withoutPasswords(rows: AsyncIterable<AccountRow>): AsyncGenerator<AccountRow> {
  for await (const row of rows) if (row.kind !== 'person_secrets') yield row;
}
