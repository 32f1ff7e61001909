/** Makes the databases, and brings them to this program's schema. `serve` does so by itself; this is for doing it beforehand. */
import type { Command } from './command.ts';
import { withShards } from './shard-choice.ts';

export const migrate: Command = {
  words: 'migrate',
  summary:
    'Make the databases that are not there yet, and bring every one to the current schema (serve does so at its start).',
  options: {},
  // Opening a shard migrates it.
  run: (_given, { settings }) =>
    withShards(settings, async (shards) => [...shards.values()].map(({ id, engine }) => ({ shardID: id, engine })), {
      mayCreate: true,
    }),
  show: (shards: { shardID: string; engine: string }[]) =>
    shards.map(({ shardID, engine }) => `${shardID} (${engine}): schema is up to date`).join('\n'),
};
