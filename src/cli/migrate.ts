/** Makes the databases, and brings them to this program's schema. `serve` does so by itself; this is for doing it beforehand. */
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
      // A new database is made in a moment. What a migration is prepared by tells of the same one again.
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
  /** There was none before. */
  readonly made: boolean;
  /** Of the schema, before and after. */
  readonly from: number;
  readonly to: number;
  /** Until all databases were open. */
  readonly seconds: number;
  /** Records that lacked a field. */
  readonly completed: number;
}

function saidOf({ made, from, to, seconds }: Pick<Migrated, 'made' | 'from' | 'to' | 'seconds'>): string {
  if (made) return 'a new database was made';
  return from === to ? 'schema is up to date' : `schema migrated from ${from} to ${to} in ${seconds} s`;
}
