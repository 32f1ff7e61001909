/** Takes in an account that was exported from another shard. */
import type { MovingAccount } from '../storage/account-rows.ts';
import type { Shard } from '../storage/shard.ts';
import { describeContents, recordsIn } from './account-file/contents.ts';
import type { Header, Totals } from './account-file/format.ts';
import { makeRowJudge } from './account-file/judge.ts';
import { readAccountFile } from './account-file/read.ts';
import { type Command, CommandFailure } from './command.ts';
import { useLittleMemory } from './memory.ts';
import { progressBar } from './progress.ts';
import { chosenShard, shardOption, withShards } from './shard-choice.ts';
import { typed } from './typed.ts';

interface Import extends Pick<Totals, 'counts' | 'waiting'> {
  readonly accountID: string;
  readonly shardID: string;
  /** The shard it comes from, whose name its keys were used with. */
  readonly fromShardID: string;
  readonly of: 'move' | 'copy';
  readonly records: number;
  /** It always is, until somebody thaws it. */
  readonly frozen: true;
}

/** `import` is a word of the language. */
export const importCommand: Command = {
  words: 'import',
  summary: 'Take in an account from a file. It arrives frozen.',
  options: { from: { value: 'FILE', doc: 'What export has written.', required: true }, ...shardOption },
  run: (given, { settings, talkative }) =>
    withShards(settings, async (shards): Promise<Import> => {
      useLittleMemory();
      const shard = chosenShard(shards, given);
      const { header, totals, rows } = await readAccountFile(given.required('from'), makeRowJudge());
      const { account } = header;
      await refuseKnown(shards, shard, header);
      const total = Object.values(totals.counts).reduce((sum, count) => sum + count, 0);
      const progress = progressBar(account.name, total, talkative);
      await shard.importAccount(account, counted(rows(), progress.advance));
      progress.end();
      return {
        accountID: account.id,
        shardID: shard.id,
        fromShardID: header.shardID,
        of: header.frozen ? 'move' : 'copy',
        records: recordsIn(totals),
        frozen: true,
        counts: totals.counts,
        waiting: totals.waiting,
      };
    }),
  show: ({ accountID, shardID, fromShardID, of, counts, waiting }: Import) =>
    [
      `${accountID} has arrived on ${shardID}, frozen: ${describeContents({ counts, waiting })}.`,
      shardID === fromShardID
        ? `Its keys work as before, with shardID ${shardID}.`
        : `Its keys and secrets stay the same; their shardID is now ${shardID} (it was ${fromShardID}): tell the integrations.`,
      ...(of === 'copy'
        ? [
            'It is a copy: once thawed, it sends its webhooks to the same subscribers as the account it was copied from.',
          ]
        : []),
      `Next: ${typed(`accounts thaw --account ${accountID} --shard ${shardID}`)}`,
    ].join('\n'),
};

/**
 * An account lives on one shard. While it is being moved it is on two, but on the old one it is frozen. Anything else
 * would make two accounts of one.
 */
async function refuseKnown(
  shards: ReadonlyMap<string, Shard>,
  target: Shard,
  { account, frozen }: Header,
): Promise<void> {
  for (const shard of shards.values()) {
    const known = await findAccount(shard, account);
    if (known === undefined) continue;
    if (shard === target) throw new CommandFailure(`Shard ${shard.id} has the account ${account.id} already.`);
    if (!frozen || !known.frozen) {
      throw new CommandFailure(
        `The account ${account.id} is on shard ${shard.id} and in use there. To move it, freeze it there, then export it again.`,
      );
    }
  }
}

async function findAccount(shard: Shard, { id }: MovingAccount) {
  const accounts = await shard.accounts.list();
  return accounts.find(({ accountID }) => accountID === id);
}

async function* counted<Row>(rows: AsyncIterable<Row>, advance: (by: number) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    advance(1);
    yield row;
  }
}
