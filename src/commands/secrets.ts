/** Encrypts all secrets with the first key, so that those of before can be taken away. */
import type { Command } from './command.ts';
import { progressLine } from './progress-line.ts';
import { withShards } from './shard-choice.ts';

interface Rekeyed {
  readonly shardID: string;
  readonly key: string;
  /** Rows that were under another key. */
  readonly rows: number;
  /** Keys that something is still under: what cannot be read stays as it is. */
  readonly left: readonly string[];
}

export const secrets: Command = {
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
        if (left.length === 0) return `${done}everything is under the key ${key}. Others are no longer needed here.`;
        return `${done}the key ${left.join(', ')} is still needed. Run it again when every instance has ${key} first; doctor names what cannot be read.`;
      })
      .join('\n'),
};
