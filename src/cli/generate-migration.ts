/**
 * `mds generate migration`: prints the SQL, for both engines, that adapts the tables to the catalogue (for
 * contributors).
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildMigratedSchema } from '../storage/schema/migrated-schema.ts';
import {
  findColumnsWithoutDefault,
  findMissingSchema,
  isNothingMissing,
  renderMigrationSql,
} from '../storage/schema/migration-sql.ts';
import { sqliteSchemaDialect } from '../storage/schema/schema.sqlite.ts';
import { buildRecordSchema, compareSchemas } from '../storage/schema/schema.ts';
import { type Command, CommandFailure, UsageError } from './command.ts';

const engines = ['sqlite', 'postgres'] as const;
const folderOf = (engine: string) => `src/storage/${engine}/migrations`;
const root = join(import.meta.dirname, '../..');

interface Generated {
  readonly files: readonly { readonly file: string; readonly sql: string }[];
  /** Differences other than additions, which need a manual migration. */
  readonly byHand: readonly string[];
  readonly written: boolean;
}

export const generateMigration: Command = {
  words: 'generate migration',
  summary: 'Print the SQL that the tables lack of the catalogue, for both engines (for contributors).',
  options: { write: { value: 'NAME', doc: 'Write it into two new migrations of this name, such as task_colour.' } },
  async run(given): Promise<Generated> {
    const name = given.value('write');
    if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) {
      throw new UsageError('--write needs a name of small letters, digits and underscores, such as task_colour.');
    }
    const found = buildMigratedSchema();
    const lacking = findMissingSchema(found);
    const faults = findColumnsWithoutDefault(lacking);
    if (faults.length > 0) {
      throw new CommandFailure(
        `Records that exist could not get ${faults.join(', ')}: make it nullable, or give it a default.`,
      );
    }
    const byHand = compareSchemas(buildRecordSchema(sqliteSchemaDialect), found)
      .map(({ message }) => message)
      .filter((message) => !message.endsWith(' is missing'));
    const files = isNothingMissing(lacking)
      ? []
      : engines.map((engine) => ({ file: nextFile(engine, name ?? 'NAME'), sql: renderMigrationSql(engine, lacking) }));
    if (name !== undefined) for (const { file, sql } of files) writeFileSync(join(root, file), sql, { flag: 'wx' });
    return { files, byHand, written: name !== undefined && files.length > 0 };
  },
  show: ({ files, byHand, written }: Generated) =>
    [
      ...files.map(({ file, sql }) => (written ? `Written: ${file}` : `-- ${file}\n\n${sql}`)),
      ...(files.length === 0 ? ['The tables lack nothing of the catalogue.'] : []),
      ...byHand.map((message) => `By hand: ${message}`),
    ].join('\n'),
};

function nextFile(engine: string, name: string): string {
  const newest = readdirSync(join(root, folderOf(engine))).map((file) => Number.parseInt(file, 10));
  return `${folderOf(engine)}/${String(Math.max(...newest) + 1).padStart(4, '0')}_${name}.sql`;
}
