/** Takes in an account that was exported from another shard. */
import { parseTimestamp } from '../lib/time.ts';
import type { AuditWhat } from '../people/audit.ts';
import { Problem } from '../problems.ts';
import type { Condition } from '../records/lists/plan.ts';
import type { Shard } from '../storage/shard.ts';
import type { AccountHeader, AccountRow } from '../storage/transfer/account-rows.ts';
import { isInvalidatedByMove } from '../storage/transfer/moved-recoveries.ts';
import { describeContents, recordsIn } from './account-file/contents.ts';
import type { Header, Totals } from './account-file/format.ts';
import { createRowJudge } from './account-file/judge.ts';
import { readAccountFile } from './account-file/read.ts';
import { arrivesOff, type Passphrase, readPassphrase } from './account-file/secrets.ts';
import { type Command, CommandFailure, type Given } from './command.ts';
import { firstInWords } from './in-words.ts';
import { useLittleMemory } from './memory.ts';
import { progressBar } from './progress.ts';
import { chosenShard, saidOfPart, shardOption, withShards } from './shard-choice.ts';
import { entry } from './told.ts';
import { typed } from './typed.ts';

interface Import extends Pick<Totals, 'counts' | 'waiting'> {
  readonly accountID: string;
  readonly shardID: string;
  /** Source shard. Clients sent its name together with their keys. */
  readonly fromShardID: string;
  readonly of: 'move' | 'copy';
  readonly records: number;
  readonly secrets: 'arrived' | 'left out';
  /** Subscriptions that arrived switched off, because the values of their headers are missing. */
  readonly switchedOff: readonly number[];
  /** Recoveries that depend on the numbers of deliveries, and therefore arrive as failed. */
  readonly endedRecoveries: readonly { readonly subscription: number; readonly id: number }[];
  /** An imported account is always frozen until an operator thaws it. */
  readonly frozen: true;
}

/** `import` is a word of the language. */
export const importCommand: Command = {
  words: 'import',
  summary: 'Take in an account from a file. It arrives frozen.',
  everyShard: true,
  options: {
    from: { value: 'FILE', doc: 'What export has written.', required: true },
    'passphrase-file': { value: 'FILE', doc: 'The passphrase that the secrets in it were encrypted under.' },
    'without-secrets': { doc: 'Leave its secrets out, where the passphrase is lost.' },
    ...shardOption,
  },
  run: (given, { settings, talkative }) =>
    withShards(settings, async (shards): Promise<Import> => {
      useLittleMemory();
      const shard = chosenShard(shards, given);
      const passphrase = passphraseOf(given);
      const { header, totals, rows } = await readAccountFile(given.required('from'), createRowJudge(), passphrase);
      const { account } = header;
      await refuseKnown(shards, shard, header);
      const total = Object.values(totals.counts).reduce((sum, count) => sum + count, 0);
      const progress = progressBar(account.name, total, talkative);
      const notes: Notes = { switchedOff: [], endedRecoveries: [] };
      const audit = entry('account.imported', null, { fromShardID: header.shardID });
      await shard.importAccount(account, noting(counted(rows(), progress.advance), notes), audit);
      progress.end();
      return {
        accountID: account.id,
        shardID: shard.id,
        fromShardID: header.shardID,
        of: header.frozen ? 'move' : 'copy',
        records: recordsIn(totals),
        frozen: true,
        secrets: header.secrets === 'left out' || passphrase === 'leave secrets out' ? 'left out' : 'arrived',
        ...notes,
        counts: totals.counts,
        waiting: totals.waiting,
      };
    }),
  show: ({ accountID, shardID, fromShardID, of, counts, waiting, secrets, switchedOff, endedRecoveries }: Import) =>
    [
      `${accountID} has arrived on ${shardID}, frozen: ${describeContents({ counts, waiting })}.`,
      shardID === fromShardID
        ? `Its keys work as before, with shardID ${shardID}.`
        : `Its API keys and their secrets stay the same; their shardID is now ${shardID} (it was ${fromShardID}): tell the integrations.`,
      ...(of === 'copy'
        ? [
            'It is a copy: once thawed, it sends its webhooks to the same subscribers as the account it was copied from.',
          ]
        : []),
      ...(secrets === 'left out' && (counts.subscriptions ?? 0) > 0
        ? ['Secrets did not come with it: deliveries are signed with new ones, which RotateSecret shows.']
        : []),
      ...(switchedOff.length === 0
        ? []
        : [
            `Without the values of their headers, and so switched off: subscriptions ${firstInWords(switchedOff, 50).join(', ')}. Set them (PATCH), then Reactivate.`,
          ]),
      ...(endedRecoveries.length === 0
        ? []
        : [
            `Recoveries that have ended, because they go by numbers of deliveries, which are others here: ${firstInWords(
              endedRecoveries.map(({ subscription, id }) => `${id} of subscription ${subscription}`),
              50,
            ).join(', ')}. Begin them again with the new ones.`,
          ]),
      `Next: ${typed(`accounts thaw --account ${accountID} --shard ${shardID}`)}`,
      ...(counts.person_secrets || counts.passkeys
        ? []
        : [
            `No passwords or passkeys came with it: once it is thawed, whoever signs in with one needs a link to set a new one: ${typed(`people reset-link --account ${accountID} --email EMAIL --shard ${shardID}`)}`,
          ]),
    ].join('\n'),
};

function passphraseOf(given: Given): Passphrase {
  if (given.flag('without-secrets')) return 'leave secrets out';
  const file = given.value('passphrase-file');
  return file === undefined ? undefined : readPassphrase(file);
}

interface Notes {
  readonly switchedOff: number[];
  readonly endedRecoveries: { subscription: number; id: number }[];
}

/** Records which rows change on arrival. */
async function* noting(rows: AsyncIterable<AccountRow>, notes: Notes): AsyncGenerator<AccountRow> {
  for await (const row of rows) {
    if (arrivesOff(row)) notes.switchedOff.push(row.values[0] as number);
    if (isInvalidatedByMove(row)) {
      const [subscription, id] = row.values as [number, number];
      notes.endedRecoveries.push({ subscription, id });
    }
    yield row;
  }
}

/**
 * Refuses an account that exists elsewhere. An account lives on one shard. During a move it is on two, but frozen on
 * the old one. Anything else would split it into two accounts.
 */
async function refuseKnown(
  shards: ReadonlyMap<string, Shard>,
  target: Shard,
  { account, frozen, exportedOn }: Header,
): Promise<void> {
  const parts = await target.accounts.parts();
  const left = parts.find(({ accountID, partly }) => accountID === account.id && partly === 'removed');
  if (left !== undefined) throw new CommandFailure(saidOfPart(left));
  for (const shard of shards.values()) {
    const known = await findAccount(shard, account);
    if (known === undefined) continue;
    if (shard === target) throw new CommandFailure(`Shard ${shard.id} has the account ${account.id} already.`);
    if (!frozen || !known.frozen) {
      throw new CommandFailure(
        `The account ${account.id} is on shard ${shard.id} and in use there. To move it, freeze it there, then export it again.`,
      );
    }
    if (await wasInUseAfter(shard, account, exportedOn)) {
      throw new CommandFailure(
        `The account ${account.id} was thawed on shard ${shard.id} after this file was written: what has changed since is not in it. Export it again.`,
      );
    }
  }
}

/**
 * True if the account was frozen or thawed after the file was written. The audit log shows this, and its clock is the
 * one that wrote the file. Records may have timestamps of another clock, and deliveries are settled even while the
 * account is frozen.
 */
async function wasInUseAfter(shard: Shard, { id }: AccountHeader, exportedOn: string): Promise<boolean> {
  const account = await shard.accounts.find(id);
  const on = parseTimestamp(exportedOn);
  if (account === undefined || on === undefined) return false;
  const switched = ['account.frozen', 'account.thawed'] satisfies AuditWhat[];
  const where: Condition[] = [
    { field: 'what', anyOf: switched.map((value) => ({ op: 'eq', value })) },
    { field: 'on', anyOf: [{ op: 'gt', value: on }] },
  ];
  const order = [{ field: 'id', descending: true }];
  const page = await shard.people.auditLog(account, { where, order, skip: 0, take: 0, count: false });
  if (page instanceof Problem) throw new CommandFailure(page.detail);
  return page.more;
}

async function findAccount(shard: Shard, { id }: AccountHeader) {
  const accounts = await shard.accounts.list();
  return accounts.find(({ accountID }) => accountID === id);
}

async function* counted<Row>(rows: AsyncIterable<Row>, advance: (by: number) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    advance(1);
    yield row;
  }
}
