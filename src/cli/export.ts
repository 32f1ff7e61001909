/** Writes one account to a file, for import on another shard or engine. */
import { statSync } from 'node:fs';
import { formatTimestamp, systemClock } from '../lib/time.ts';
import type { Shard } from '../storage/shard.ts';
import type { AccountRow, AccountSnapshot } from '../storage/transfer/account-rows.ts';
import { describeContents } from './account-file/contents.ts';
import { catalogueFingerprint, FORMAT, type Totals, VERSION } from './account-file/format.ts';
import { missingIn, readPassphrase, secretsForFile } from './account-file/secrets.ts';
import { writeAccountFile } from './account-file/write.ts';
import type { Command } from './command.ts';
import { countInWords, sizeInWords } from './in-words.ts';
import { useLittleMemory } from './memory.ts';
import { writeNewFile } from './new-file.ts';
import { progressLine } from './progress-line.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { entry } from './told.ts';
import { quoted, typed } from './typed.ts';

interface Export extends Totals {
  readonly accountID: string;
  readonly shardID: string;
  readonly file: string;
  readonly bytes: number;
  /**
   * Purpose of the file. A frozen account no longer changes, so its file can move the account. Any other file is a copy
   * of one instant.
   */
  readonly of: 'move' | 'copy';
  readonly secrets: 'under the passphrase' | 'left out';
  /** Subscriptions whose header values were left out. */
  readonly withoutHeaders: number;
  readonly passwordsLeftOut: number;
  readonly passkeysLeftOut: number;
}

/** `export` is a word of the language. */
export const exportCommand: Command = {
  words: 'export',
  summary: 'Write one account, whole, into a file. Freeze it first to move it.',
  options: {
    ...accountOption,
    to: { value: 'FILE', doc: 'The file to write; it must not exist. Compressed if it ends in .gz.', required: true },
    'passphrase-file': {
      value: 'FILE',
      doc: 'Take signing secrets and header values of subscriptions along, encrypted under the passphrase in this file. Without it they are left out.',
    },
    'with-passwords': {
      doc: 'With the hashes of passwords and the public keys of passkeys, so that people need no new ones. Keep the file as safe as the database.',
    },
    ...shardOption,
  },
  run: (given, { settings, talkative }) =>
    withShards(settings, async (shards): Promise<Export> => {
      useLittleMemory();
      const to = given.required('to');
      const phrase = given.value('passphrase-file');
      const passphrase = phrase === undefined ? undefined : readPassphrase(phrase);
      const { shard, account } = await chosenAccount(shards, given);
      const withPasswords = given.flag('with-passwords');
      const made = await writeNewFile(to, async (unfinished) => {
        // Before the first row leaves, and only where there is a file that it can go to.
        await shard.people.audit(account, entry('account.exported', null, { withPasswords }));
        return shard.exportAccount(account, (exported) =>
          writeExport(exported, { shard, to, unfinished, passphrase, withPasswords, talkative }),
        );
      });
      return { ...made, file: to, bytes: statSync(to).size };
    }),
  show: (made: Export) =>
    [
      `${made.accountID} of ${made.shardID} is written to ${made.file} (${sizeInWords(made.bytes)}): ${describeContents(made)}.`,
      ...saidOfSecrets(made),
      ...saidOfPasswords(made),
      ...saidOfNext(made),
    ].join('\n'),
};

interface Writing {
  readonly shard: Shard;
  readonly to: string;
  readonly unfinished: string;
  readonly passphrase: string | undefined;
  readonly withPasswords: boolean;
  readonly talkative: boolean;
}

async function writeExport(
  { account, frozen, rows }: AccountSnapshot,
  { shard, to, unfinished, passphrase, withPasswords, talkative }: Writing,
): Promise<Omit<Export, 'file' | 'bytes'>> {
  const progress = progressLine(account.name, 'rows', talkative);
  const secrets = await secretsForFile(account.id, passphrase);
  let withoutHeaders = 0;
  // A file is copied to more places than a database.
  const leftOut = { person_secrets: 0, passkeys: 0 };
  async function* treated(): AsyncGenerator<AccountRow> {
    for await (const row of rows) {
      if (!withPasswords && (row.kind === 'person_secrets' || row.kind === 'passkeys')) {
        leftOut[row.kind]++;
        continue;
      }
      const written = secrets.treat(row);
      if (written === undefined) continue;
      if (missingIn(written).length > 0) withoutHeaders++;
      yield written;
    }
  }
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
    secrets: secrets.header,
  } as const;
  const compressed = to.endsWith('.gz');
  const totals = await writeAccountFile(unfinished, { header, rows: treated(), compressed, progress: progress.at });
  progress.end();
  return {
    accountID: account.id,
    shardID: shard.id,
    of: frozen ? 'move' : 'copy',
    secrets: passphrase === undefined ? 'left out' : 'under the passphrase',
    withoutHeaders,
    passwordsLeftOut: leftOut.person_secrets,
    passkeysLeftOut: leftOut.passkeys,
    ...totals,
  };
}

function saidOfSecrets({ secrets, withoutHeaders, counts }: Export): string[] {
  if ((counts.subscriptions ?? 0) === 0) return [];
  if (secrets !== 'left out') return ['Secrets of subscriptions are in it, encrypted under the passphrase.'];
  const headers =
    withoutHeaders === 0
      ? ''
      : ` ${withoutHeaders} of them lack the values of their headers and will arrive switched off.`;
  return [
    `Secrets of subscriptions are left out (--passphrase-file takes them along): deliveries will be signed with new ones.${headers}`,
  ];
}

function saidOfPasswords({ passwordsLeftOut, passkeysLeftOut }: Export): string[] {
  const leftOut = [
    ...(passwordsLeftOut > 0 ? [countInWords(passwordsLeftOut, 'password', 'passwords')] : []),
    ...(passkeysLeftOut > 0 ? [countInWords(passkeysLeftOut, 'passkey', 'passkeys')] : []),
  ];
  if (leftOut.length === 0) return [];
  return [
    `Left out: ${leftOut.join(' and ')} (--with-passwords takes them along). Whoever signs in with one will need a link to set a new one.`,
  ];
}

function saidOfNext(made: Export): string[] {
  const { accountID, shardID, file, of, secrets, counts, passwordsLeftOut, passkeysLeftOut } = made;
  if (of === 'copy') {
    return [
      'The account is not frozen, so this is a copy of one instant: later changes are not in it.',
      `To move the account, freeze it first: ${typed(`accounts freeze --account ${accountID} --shard ${shardID}`)}`,
    ];
  }
  const isPassphraseNeeded = secrets !== 'left out';
  const isWhole = (isPassphraseNeeded || !counts.subscriptions) && passwordsLeftOut + passkeysLeftOut === 0;
  const taking = `import --from ${quoted(file)} --shard S${isPassphraseNeeded ? ' --passphrase-file FILE' : ''}`;
  return [
    `The account is frozen, so ${isWhole ? 'nothing' : 'no change'} is missing. Next, on the new shard: ${typed(taking)}, and thaw it there.`,
    `At last: ${typed(`accounts remove --account ${accountID} --shard ${shardID} --yes`)}`,
  ];
}
