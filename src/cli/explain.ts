/** Prints everything derived from one record type: table, columns, indexes, schema, events, states. */
import { findRecordType, type RecordTypeName, recordTypeNames } from '../catalogue/index.ts';
import { nearest } from '../lib/nearest.ts';
import { createSchema, recordSchema } from '../records/schema.ts';
import { indexForEngine, listIndexesOf, uniqueIndexesOf } from '../storage/schema/indexes.ts';
import { postgresSchemaDialect } from '../storage/schema/schema.postgres.ts';
import { tableOf } from '../storage/sql/columns.ts';
import { type Command, UsageError } from './command.ts';
import { kindOf } from './reference/records-page.ts';
import { typed } from './typed.ts';

export const explain: Command = {
  words: 'explain',
  summary: 'Print all that a record type becomes, such as Tasks.',
  options: {},
  rest: recordTypeNames,
  async run(_given, { rest }) {
    const name = rest[0] ?? '';
    const type = findRecordType(name);
    if (!type) {
      const suggestion = nearest(name, recordTypeNames) ?? 'Tasks';
      throw new UsageError(`explain needs a record type, such as: ${typed(`explain ${suggestion}`)}`);
    }
    const table = tableOf(type.name);
    return {
      type: type.name,
      area: type.area,
      path: `/api/${type.name}`,
      table: table.name,
      documents: table.documents,
      columns: table.columns.map(({ name, field, holds, declaration }) => ({
        column: name,
        field,
        kind: kindOf(declaration).replaceAll('`', ''),
        holds: holds === 'value' && declaration.kind === 'text' ? 'folded text' : holds,
      })),
      indexes: [
        ...listIndexesOf(type.name).map((index) => {
          const { name, table } = indexForEngine(index, postgresSchemaDialect);
          const elsewhere = table === index.table ? '' : `; on PostgreSQL ${name}, on ${table}`;
          return `${index.name} (account, ${index.column}, id, deleted)${elsewhere}`;
        }),
        ...uniqueIndexesOf(type.name).map(
          ({ name, column }) => `${name} unique (account, ${column}) of records not deleted`,
        ),
      ],
      events: type.events,
      webhookFilter: type.webhookFilter ?? null,
      states: type.states ?? null,
      createSchema: createSchema(type),
      recordSchema: recordSchema(type),
    };
  },
  show: (type: Explained) => {
    const width = Math.max(...type.columns.map(({ column }) => column.length));
    const json = (value: unknown) => JSON.stringify(value, null, 2);
    return [
      `${type.type}: ${type.path}, area ${type.area}`,
      `\nTable ${type.table}, documents in ${type.documents}`,
      ...type.columns.map(
        ({ column, field, kind, holds }) => `  ${column.padEnd(width)}  ${field}: ${kind} (${holds})`,
      ),
      '\nIndexes',
      ...type.indexes.map((index) => `  ${index}`),
      `\nEvents: ${type.events.join(', ') || 'none'}`,
      `Webhook filter: ${type.webhookFilter ? json(type.webhookFilter) : 'none'}`,
      `\nStates: ${type.states ? json(type.states) : 'none'}`,
      `\nSchema of a POST\n${json(type.createSchema)}`,
      `\nSchema of a record\n${json(type.recordSchema)}`,
    ].join('\n');
  },
};

interface Explained {
  readonly type: RecordTypeName;
  readonly area: string;
  readonly path: string;
  readonly table: string;
  readonly documents: string;
  readonly columns: readonly { column: string; field: string; kind: string; holds: string }[];
  readonly indexes: readonly string[];
  readonly events: readonly string[];
  readonly webhookFilter: unknown;
  readonly states: unknown;
  readonly createSchema: unknown;
  readonly recordSchema: unknown;
}
