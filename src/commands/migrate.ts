/** Makes the databases, and brings them to this program's schema. `serve` does so by itself; this is for doing it beforehand. */
import type { Command } from './command.ts';
import { withShards } from './shard-choice.ts';

export const migrate: Command = {
  words: 'migrate',
  summary:
    'Make the databases that are not there yet, and bring every one to the current schema (serve does so at its start).',
  options: {},
  // Opening a shard migrates it, and completes documents of types that have got fields since. An instance of the version
  // before that was still running may have written others, so all are looked at here.
  run: (_given, { settings }) =>
    withShards(
      settings,
      async (shards) => {
        const migrated: Migrated[] = [];
        for (const shard of shards.values()) {
          migrated.push({ shardID: shard.id, engine: shard.engine, completed: await shard.completeDocuments() });
        }
        return migrated;
      },
      { mayCreate: true },
    ),
  show: (shards: Migrated[]) =>
    shards
      .map(({ shardID, engine, completed }) => {
        const late = completed === 0 ? '' : `; ${completed.toLocaleString('en')} records got fields they lacked`;
        return `${shardID} (${engine}): schema is up to date${late}`;
      })
      .join('\n'),
};

interface Migrated {
  readonly shardID: string;
  readonly engine: string;
  /** Records that lacked a field. */
  readonly completed: number;
}
