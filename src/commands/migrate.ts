/** Makes the databases, and brings them to this program's schema. `serve` does so by itself; this is for doing it beforehand. */
import { onlyShard, type Settings, shardsOf } from '../settings.ts';
import { START_WAIT_MS } from '../storage/shards.ts';
import { MissingDatabase } from '../storage/storage-error.ts';
import { type Command, CommandFailure } from './command.ts';
import { withShards } from './shard-choice.ts';

export const migrate: Command = {
  words: 'migrate',
  summary:
    'Make the databases that are not there yet, and bring every one to the current schema (serve does so at its start).',
  options: {},
  // Opening a shard migrates it, and completes documents of types that have got fields since. An instance of the version
  // before that was still running may have written others, so all are looked at here.
  run: async (_given, { settings }) => {
    const made = new Set<string>();
    for (const shardID of shardsOf(settings).keys()) {
      if (await isMissing(settings, shardID)) made.add(shardID);
    }
    return withShards(
      settings,
      async (shards) => {
        const migrated: Migrated[] = [];
        for (const shard of shards.values()) {
          const completed = await shard.completeDocuments();
          migrated.push({ shardID: shard.id, engine: shard.engine, made: made.has(shard.id), completed });
        }
        return migrated;
      },
      { mayCreate: true, waitMs: START_WAIT_MS },
    );
  },
  show: (shards: Migrated[]) =>
    shards
      .map(({ shardID, engine, made, completed }) => {
        const late = completed === 0 ? '' : `; ${completed.toLocaleString('en')} records got fields they lacked`;
        return `${shardID} (${engine}): ${made ? 'a new database was made' : 'schema is up to date'}${late}`;
      })
      .join('\n'),
};

interface Migrated {
  readonly shardID: string;
  readonly engine: string;
  /** There was none before. */
  readonly made: boolean;
  /** Records that lacked a field. */
  readonly completed: number;
}

async function isMissing(settings: Settings, shardID: string): Promise<boolean> {
  try {
    await withShards(onlyShard(settings, shardID), async () => {}, { waitMs: START_WAIT_MS });
    return false;
  } catch (failure) {
    if (failure instanceof CommandFailure && failure.cause instanceof MissingDatabase) return true;
    throw failure;
  }
}
