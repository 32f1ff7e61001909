/** Key management for operators: encrypts all secrets with the first key, or discards secrets whose key is lost. */
import type { Shard } from '../storage/shard.ts';
import { type Command, CommandFailure } from './command.ts';
import { progressLine } from './progress-line.ts';
import { withShards } from './shard-choice.ts';

interface Rekeyed {
  readonly shardID: string;
  readonly key: string;
  /** Number of rows that were encrypted with another key. */
  readonly rows: number;
  /** Keys that some secrets still use, because secrets that cannot be decrypted stay unchanged. */
  readonly left: readonly string[];
}

const rekey: Command = {
  words: 'secrets rekey',
  summary:
    'Encrypt all secrets with the first key of MDS_SECRETS_KEY, while the service runs. Cut off, it goes on when run again.',
  options: {},
  run: (_given, { settings, talkative }) =>
    withShards(settings, async (shards) => {
      const rekeyed: Rekeyed[] = [];
      for (const { id: shardID, secrets } of shards.values()) {
        const progress = progressLine(shardID, 'rows', talkative);
        const rows = await secrets.rekey(progress.at);
        progress.end();
        const left = [...(await secrets.census()).keys()].filter((key) => key !== secrets.current);
        rekeyed.push({ shardID, key: secrets.current, rows, left });
      }
      return rekeyed;
    }),
  show: (rekeyed: Rekeyed[]) =>
    rekeyed
      .map(({ shardID, key, rows, left }) => {
        const done = `${shardID}: ${rows.toLocaleString('en')} rows were encrypted anew; `;
        if (left.length === 0)
          return `${done}everything is under the key ${key}. Others are no longer needed here once every instance has it first.`;
        return `${done}the key ${left.join(', ')} is still needed. Run it again when every instance has ${key} first; doctor names what cannot be read.`;
      })
      .join('\n'),
};

interface Abandoned {
  readonly shardID: string;
  readonly secrets: number;
}

const abandon: Command = {
  words: 'secrets abandon',
  summary: 'Give up the secrets under a key that is lost, so that the service starts again.',
  options: {
    key: { value: 'ID', doc: 'The id of the lost key, as the refused start has named it.', required: true },
    yes: { doc: 'Yes, header values under it are lost for good, and their subscriptions are switched off.' },
  },
  async run(given, { settings }): Promise<Abandoned[]> {
    const lostKey = given.required('key');
    if (!/^[0-9a-f]{8}$/.test(lostKey)) throw new CommandFailure('The id of a key is 8 hexadecimal digits.');
    const work = async (shards: ReadonlyMap<string, Shard>) => {
      if (!given.flag('yes')) {
        throw new CommandFailure(
          'Header values under it are lost for good, and deliveries get new signing secrets. Say --yes if the key cannot be found.',
        );
      }
      const known = await Promise.all([...shards.values()].map(({ secrets }) => secrets.census()));
      if (!known.some((census) => census.has(lostKey))) {
        throw new CommandFailure(
          `No secret is under the key ${lostKey}, so there is nothing to give up. doctor names the keys in use.`,
        );
      }
      const abandoned: Abandoned[] = [];
      for (const { id: shardID, secrets } of shards.values()) {
        abandoned.push({ shardID, secrets: await secrets.abandon(lostKey) });
      }
      return abandoned;
    };
    return withShards(settings, work, { lostKey });
  },
  show: (abandoned: Abandoned[]) =>
    abandoned
      .map(({ shardID, secrets }) => `${shardID}: ${secrets.toLocaleString('en')} secrets were given up.`)
      .concat(
        'Subscriptions with headers are switched off: their owners set them anew, and get a secret by RotateSecret.',
      )
      .join('\n'),
};

export const secrets: readonly Command[] = [rekey, abandon];
