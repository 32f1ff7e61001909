/** Looks for damage: the schema against the catalogue, projections against documents, counters, foreign keys. */
import pg from 'pg';
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { Seals } from '../../lib/sealed.ts';
import { type Client, type Pool, withClient } from '../postgres/connection.ts';
import { readMeta } from '../postgres/meta.ts';
import { migratedColumns, migratedIndexes } from '../postgres/migrate.ts';
import { stampColumnsOf } from '../records/lists/stamps.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import { postgresSchemaDialect, readColumns, readIndexes, readSchema } from '../schema/schema.postgres.ts';
import { buildRecordSchema } from '../schema/schema.ts';
import { findSchemaDifferences } from '../schema/schema-differences.ts';
import { examineSecrets } from '../secrets/secrets.postgres.ts';
import type { Finding } from '../shard.ts';
import { type Column, type Table, tableOf } from '../sql/columns.ts';
import { type ColumnValue, projectField } from '../sql/projection.ts';
import { checkDocument } from './document-check.ts';
import { createPartExaminer } from './examine-parts.ts';
import { logChecksFor } from './log-checks.ts';
import { peopleChecks } from './people-checks.ts';
import { proposalChecks } from './proposal-checks.ts';
import {
  checkSubscriptions,
  describeFindings,
  MAX_FINDINGS,
  SELECT_SUBSCRIPTIONS_SQL,
  webhookChecks,
} from './webhook-checks.ts';

const BATCH_ROWS = 500;

export function examine(pool: Pool, seals: Seals, progress: (records: number) => void = () => {}): Promise<Finding[]> {
  return withClient(pool, async (client) => {
    client.patience = 'unhurried';
    await client.query('SET statement_timeout = 0');
    try {
      const findings: Finding[] = [];
      const look = createPartExaminer(findings, isUnreadable);
      await look('the schema', () => examineDatabase(client));
      for (const check of [...webhookChecks, ...peopleChecks, ...proposalChecks, ...logChecksFor(['account', 'id'])]) {
        await look(check.table, async () => describeFindings(check, (await client.query(check.sql)).rows));
      }
      await look('subscriptions', async () =>
        checkSubscriptions(seals, (await client.query(SELECT_SUBSCRIPTIONS_SQL)).rows),
      );
      await look('secrets', async () => (await examineSecrets(client, seals)).slice(0, MAX_FINDINGS));
      let seen = 0;
      for (const type of recordTypeNames) {
        const table = tableOf(type);
        await look(table.name, () => examineReferences(client, table));
        await look(table.name, () => examineCounters(client, type));
        await look(table.name, async function* () {
          for await (const { looked, found } of examineRecords(client, table)) {
            yield* found;
            seen += looked;
            progress(seen);
          }
        });
      }
      return findings;
    } finally {
      await client.query('RESET statement_timeout');
    }
  });
}

async function examineDatabase(client: Client): Promise<Finding[]> {
  const findings = findSchemaDifferences({
    records: { wanted: buildRecordSchema(postgresSchemaDialect), found: await readSchema(client) },
    indexes: { wanted: migratedIndexes(), found: await readIndexes(client) },
    columns: { wanted: migratedColumns(), found: await readColumns(client) },
  });
  const fold = await readMeta(client, 'fold_version');
  if (fold !== PROJECTION_VERSION) {
    findings.push({
      message: `texts and enums are kept by version ${fold}, this program keeps them by ${PROJECTION_VERSION}: run migrate`,
    });
  }
  const trigrams = await client.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`);
  if (trigrams.rowCount === 0) findings.push({ message: 'the extension pg_trgm is missing: CREATE EXTENSION pg_trgm' });
  return findings;
}

/** A table or a column is not there, or a page of the disk is not what it was. */
function isUnreadable(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && UNREADABLE_CODES.includes(failure.code!);
}

const UNREADABLE_CODES = ['42P01', '42703', 'XX001', 'XX002'];

/** The database enforces them, but a restore with triggers switched off does not. */
async function examineReferences(client: Client, table: Table): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, declaration } of table.columns) {
    if (declaration.kind !== 'reference') continue;
    const { rows } = await client.query<{ account: number; id: number; to: number }>(
      `SELECT account, id, ${name} AS to FROM ${table.name} AS t WHERE ${name} IS NOT NULL AND NOT EXISTS (
        SELECT FROM ${tableOf(declaration.to).name} AS r WHERE r.account = t.account AND r.id = t.${name}
      )`,
    );
    for (const { account, id, to } of rows) {
      findings.push(damage(table, account, id, `${name} refers to ${to}, which does not exist`));
    }
  }
  return findings;
}

async function examineCounters(client: Client, type: RecordTypeName): Promise<Finding[]> {
  const { name } = tableOf(type);
  const { rows } = await client.query<{ account: number; newest: number; last_id: number | null }>(
    `SELECT t.account, max(t.id) AS newest, c.last_id FROM ${name} AS t
      LEFT JOIN record_counters AS c ON c.account = t.account AND c.type = $1
      GROUP BY t.account, c.last_id HAVING c.last_id IS NULL OR max(t.id) > c.last_id`,
    [type],
  );
  return rows.map(({ account, newest, last_id }) => ({
    table: name,
    message: `account ${account}: the newest ${type} has id ${newest}, the counter stands at ${last_id ?? 'nothing'}`,
  }));
}

type Row = { account: number; id: number; text: string | null } & Record<string, string | null>;

/** Batches by key, each in one statement, so that a running service can continue to write. */
async function* examineRecords(client: Client, table: Table): AsyncGenerator<{ looked: number; found: Finding[] }> {
  // Beyond 2^53 a number would be rounded, so values are compared as text.
  const own = table.columns.map(({ name }) => `t.${name}::text AS "${name} "`);
  const stamp = stampColumnsOf(table, postgresSchemaDialect).map(({ name }) => `d.${name}::text AS "stamp ${name}"`);
  const text = `SELECT t.account, t.id, d.text, ${[...own, ...stamp].join(', ')}
    FROM ${table.name} AS t LEFT JOIN ${table.documents} AS d ON d.account = t.account AND d.id = t.id
    WHERE (t.account, t.id) > ($1, $2) ORDER BY t.account, t.id LIMIT ${BATCH_ROWS}`;
  let after: [number, number] = [0, 0];
  for (;;) {
    const { rows } = await client.query<Row>(text, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield { looked: rows.length, found: rows.flatMap((row) => examineRecord(table, row)) };
    after = [last.account, last.id];
  }
}

function examineRecord(table: Table, row: Row): Finding[] {
  const fields = checkDocument(table, row.text);
  if (typeof fields === 'string') return [damage(table, row.account, row.id, fields)];
  const differs = (column: Column, kept: string | null | undefined) =>
    (kept ?? null) !== asText(column, projectField(column, fields));
  const tell = (what: string) => damage(table, row.account, row.id, `has ${what}`);
  return [
    ...table.columns
      .filter((column) => differs(column, row[`${column.name} `]))
      .map(({ name }) => tell(`a column ${name} that differs from the document`)),
    ...stampColumnsOf(table, postgresSchemaDialect)
      .filter((column) => differs(column, row[`stamp ${column.name}`]))
      .map(({ name }) => tell(`beside its document a ${name} that differs from it`)),
  ];
}

function asText({ declaration }: Column, value: ColumnValue): string | null {
  if (value === null) return null;
  return declaration.kind === 'boolean' ? String(value === 1) : String(value);
}

function damage({ name }: Table, account: number, id: number, what: string): Finding {
  return { table: name, message: `${name}: record ${id} of account ${account} ${what}` };
}
