/**
 * Creates the databases and migrates them to the schema of this program. `serve` does the same at its start; this
 * command does it in advance.
 */
import { type SchemaProgress, START_WAIT_MS } from '../storage/shards.ts';
import type { Command } from './command.ts';
import { withShards } from './shard-choice.ts';

export const migrate: Command = {
  words: 'migrate',
  summary:
    'Make the databases that are not there yet, and bring every one to the current schema (serve does so at its start).',
  options: {},
  // Opening a shard migrates it, and completes documents of types that have got fields since. An instance of the version
  // before that was still running may have written others, so all are looked at here.
  run: async (_given, { settings, json }) => {
    const began = performance.now();
    const schemas = new Map<string, SchemaProgress>();
    const onMigration = (shardID: string, progress: SchemaProgress) => {
      const before = schemas.get(shardID);
      schemas.set(shardID, progress);
      const { from, next, newest } = progress;
      // Creating a database takes only a moment. The preparation of a migration reports the same migration again.
      if (json || from === 0 || from === newest || before?.next === next) return;
      process.stderr.write(`${shardID}: applying migration ${next} of ${newest}\n`);
    };
    return withShards(
      settings,
      async (shards) => {
        const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
        const migrated: Migrated[] = [];
        for (const shard of shards.values()) {
          const { from, newest: to } = schemas.get(shard.id)!;
          const completed = await shard.completeDocuments();
          migrated.push({ shardID: shard.id, engine: shard.engine, made: from === 0, from, to, seconds, completed });
        }
        return migrated;
      },
      { mayCreate: true, onMigration, waitMs: START_WAIT_MS },
    );
  },
  show: (shards: Migrated[]) =>
    shards
      .map(({ shardID, engine, completed, ...schema }) => {
        const late = completed === 0 ? '' : `; ${completed.toLocaleString('en')} records got fields they lacked`;
        return `${shardID} (${engine}): ${saidOf(schema)}${late}`;
      })
      .join('\n'),
};

interface Migrated {
  readonly shardID: string;
  readonly engine: string;
  /** True if the database did not exist before. */
  readonly made: boolean;
  /** Schema version before the migration; `to` is the version after it. */
  readonly from: number;
  readonly to: number;
  /** Seconds until all databases were open. */
  readonly seconds: number;
  /** Number of records that lacked a field. */
  readonly completed: number;
}

function saidOf({ made, from, to, seconds }: Pick<Migrated, 'made' | 'from' | 'to' | 'seconds'>): string {
  if (made) return 'a new database was made';
  return from === to ? 'schema is up to date' : `schema migrated from ${from} to ${to} in ${seconds} s`;
}
