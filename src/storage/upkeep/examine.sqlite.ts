/** Looks for damage: the file, the schema, foreign keys, counters, and every projection against its document. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { Seals } from '../../lib/sealed.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import { readColumns, readIndexes, readSchema, sqliteSchemaDialect } from '../schema/schema.sqlite.ts';
import { buildRecordSchema } from '../schema/schema.ts';
import { findSchemaDifferences } from '../schema/schema-differences.ts';
import { examineSecrets } from '../secrets/secrets.sqlite.ts';
import type { Finding } from '../shard.ts';
import { type Table, tableOf } from '../sql/columns.ts';
import { type ColumnValue, projectRecord } from '../sql/projection.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { isDamage, SQLITE_CODE, sqliteCodeOf } from '../sqlite/failures.ts';
import { findFileDamage } from '../sqlite/file-damage.ts';
import { readMeta } from '../sqlite/meta.ts';
import { migratedColumns, migratedIndexes } from '../sqlite/migrate.ts';
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

export async function examine(
  connection: SqliteConnection,
  seals: Seals,
  progress: (records: number) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = createPartExaminer(findings, isUnreadable);
  await look('the file', () => findFileDamage(connection.db));
  await look('the schema', () => [...examineSchema(connection), ...examineNumbering(connection)]);
  await look('the folding', () => examineFold(connection));
  await look('references', () => examineReferences(connection));
  for (const check of [...webhookChecks, ...peopleChecks, ...proposalChecks, ...logChecksFor(['key'])])
    await look(check.table, () => describeFindings(check, connection.db.prepare(check.sql).all()));
  await look('subscriptions', () =>
    checkSubscriptions(seals, connection.db.prepare(SELECT_SUBSCRIPTIONS_SQL).iterate()),
  );
  await look('secrets', () => examineSecrets(connection, seals).take(MAX_FINDINGS));
  let seen = 0;
  for (const type of recordTypeNames) {
    const table = tableOf(type);
    await look(table.name, () => examineCounters(connection, type));
    await look(table.name, async function* () {
      for (const { looked, found } of examineRecords(connection, table)) {
        yield* found;
        seen += looked;
        progress(seen);
        await nextTurn();
      }
    });
  }
  return findings;
}

function examineSchema(connection: SqliteConnection): Finding[] {
  const wanted = buildRecordSchema(sqliteSchemaDialect);
  return findSchemaDifferences({
    records: { wanted, found: readSchema(connection, wanted.keys()) },
    indexes: { wanted: migratedIndexes(), found: readIndexes(connection) },
    columns: { wanted: migratedColumns(), found: readColumns(connection) },
  });
}

/** Damaged, or without a table or column that is asked for. */
function isUnreadable(failure: unknown): boolean {
  return isDamage(failure) || sqliteCodeOf(failure) === SQLITE_CODE.ERROR;
}

/** Numbers that attempts under way, other rows or a caller's memory still hold must not come to mean something else. */
function examineNumbering({ db }: SqliteConnection): Finding[] {
  const rows = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%AUTOINCREMENT%'
      AND name IN ('accounts', 'changes', 'subscriptions', 'deliveries')`)
    .all();
  return rows.map(({ name }) => ({
    table: name as string,
    message: `${name}: numbers of deleted rows are given again, because the table is not AUTOINCREMENT`,
  }));
}

function examineFold(connection: SqliteConnection): Finding[] {
  const version = readMeta(connection, 'fold_version');
  if (version === PROJECTION_VERSION) return [];
  return [
    {
      message: `texts and enums are kept by version ${version}, this program keeps them by ${PROJECTION_VERSION}: run migrate`,
    },
  ];
}

function examineReferences({ db }: SqliteConnection): Finding[] {
  const rows = db.prepare('SELECT "table" AS name, rowid, parent FROM pragma_foreign_key_check').all();
  return rows.map(({ name, rowid, parent }) => ({
    table: name as string,
    message: `${name}: the row with key ${rowid} refers to a row of ${parent} that does not exist`,
  }));
}

function examineCounters({ db }: SqliteConnection, type: RecordTypeName): Finding[] {
  const { name } = tableOf(type);
  const rows = db
    .prepare(`SELECT t.account, max(t.id) AS newest, c.last_id FROM ${name} AS t
      LEFT JOIN record_counters AS c ON c.account = t.account AND c.type = ?
      GROUP BY t.account HAVING c.last_id IS NULL OR max(t.id) > c.last_id`)
    .all(type);
  return rows.map(({ account, newest, last_id }) => ({
    table: name,
    message: `account ${account}: the newest ${type} has id ${newest}, the counter stands at ${last_id ?? 'nothing'}`,
  }));
}

interface Row {
  readonly key: bigint;
  readonly account: bigint;
  readonly id: bigint;
  readonly text: string | null;
  readonly columns: readonly (string | bigint | null)[];
}

/** Batches by key, each in one statement, so that a running service can continue to write. */
function* examineRecords(connection: SqliteConnection, table: Table): Generator<{ looked: number; found: Finding[] }> {
  for (let after = 0n; ; ) {
    const rows = readRows(connection, table, after);
    if (rows.length === 0) return;
    yield { looked: rows.length, found: rows.flatMap((row) => examineRecord(table, row)) };
    after = rows.at(-1)!.key;
  }
}

function readRows({ db }: SqliteConnection, table: Table, after: bigint): Row[] {
  const columns = table.columns.map(({ name }) => `t.${name}`).join(', ');
  const select = db.prepare(
    `SELECT t.key, t.account, d.text, ${columns} FROM ${table.name} AS t LEFT JOIN ${table.documents} AS d ON d.key = t.key
      WHERE t.key > ? ORDER BY t.key LIMIT ${BATCH_ROWS}`,
    // Scaled decimals go beyond what a number holds exactly.
    { readBigInts: true, returnArrays: true },
  );
  const rows = select.all(after) as unknown as [bigint, bigint, string | null, ...(string | bigint | null)[]][];
  return rows.map(([key, account, text, ...columns]) => ({ key, account, id: columns[0] as bigint, text, columns }));
}

function examineRecord(table: Table, { account, id, text, columns }: Row): Finding[] {
  const damage = (what: string): Finding => ({
    table: table.name,
    message: `${table.name}: record ${id} of account ${account} ${what}`,
  });
  const fields = checkDocument(table, text);
  if (typeof fields === 'string') return [damage(fields)];
  const wanted = projectRecord(table, fields);
  return table.columns.flatMap(({ name }, n) =>
    isSame(columns[n]!, wanted[n]!) ? [] : [damage(`has a column ${name} that differs from the document`)],
  );
}

function isSame(kept: string | bigint | null, wanted: ColumnValue): boolean {
  return kept === (typeof wanted === 'number' ? BigInt(wanted) : wanted);
}
