/** Looks for damage: the file, the schema, foreign keys, counters, and every projection against its document. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { Seals } from '../../lib/sealed.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import { readColumns, readIndexes, readSchema, sqliteEngine } from '../schema/schema.sqlite.ts';
import { recordSchema } from '../schema/schema.ts';
import { schemaFindings } from '../schema/schema-differences.ts';
import { examineSecrets } from '../secrets/secrets.sqlite.ts';
import type { Finding } from '../shard.ts';
import { type Table, tableOf } from '../sql/columns.ts';
import { type ColumnValue, project } from '../sql/projection.ts';
import type { Connection } from '../sqlite/connection.ts';
import { codeOf, isDamage, SQLITE } from '../sqlite/failures.ts';
import { fileDamage } from '../sqlite/file-damage.ts';
import { readMeta } from '../sqlite/meta.ts';
import { migratedColumns, migratedIndexes } from '../sqlite/migrate.ts';
import { checkDocument } from './document-check.ts';
import { lookingInto } from './examine-parts.ts';
import { logChecks } from './log-checks.ts';
import { peopleChecks } from './people-checks.ts';
import { proposalChecks } from './proposal-checks.ts';
import { findingsAmong, findingsOf, MOST_FINDINGS, subscriptionsSQL, webhookChecks } from './webhook-checks.ts';

const BATCH = 500;

export async function examine(
  connection: Connection,
  seals: Seals,
  progress: (records: number) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = lookingInto(findings, isUnreadable);
  await look('the file', () => fileDamage(connection.db));
  await look('the schema', () => [...examineSchema(connection), ...examineNumbering(connection)]);
  await look('the folding', () => examineFold(connection));
  await look('references', () => examineReferences(connection));
  for (const check of [...webhookChecks, ...peopleChecks, ...proposalChecks, ...logChecks(['key'])])
    await look(check.table, () => findingsOf(check, connection.db.prepare(check.sql).all()));
  await look('subscriptions', () => findingsAmong(seals, connection.db.prepare(subscriptionsSQL).iterate()));
  await look('secrets', () => examineSecrets(connection, seals).take(MOST_FINDINGS));
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

function examineSchema(connection: Connection): Finding[] {
  const wanted = recordSchema(sqliteEngine);
  return schemaFindings({
    records: { wanted, found: readSchema(connection, wanted.keys()) },
    indexes: { wanted: migratedIndexes(), found: readIndexes(connection) },
    columns: { wanted: migratedColumns(), found: readColumns(connection) },
  });
}

/** Damaged, or without a table or column that is asked for. */
function isUnreadable(failure: unknown): boolean {
  return isDamage(failure) || codeOf(failure) === SQLITE.ERROR;
}

/** Numbers that attempts under way, other rows or a caller's memory still hold must not come to mean something else. */
function examineNumbering({ db }: Connection): Finding[] {
  const rows = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%AUTOINCREMENT%'
      AND name IN ('accounts', 'changes', 'subscriptions', 'deliveries')`)
    .all();
  return rows.map(({ name }) => ({
    table: name as string,
    message: `${name}: numbers of deleted rows are given again, because the table is not AUTOINCREMENT`,
  }));
}

function examineFold(connection: Connection): Finding[] {
  const version = readMeta(connection, 'fold_version');
  if (version === PROJECTION_VERSION) return [];
  return [
    {
      message: `texts and enums are kept by version ${version}, this program keeps them by ${PROJECTION_VERSION}: run migrate`,
    },
  ];
}

function examineReferences({ db }: Connection): Finding[] {
  const rows = db.prepare('SELECT "table" AS name, rowid, parent FROM pragma_foreign_key_check').all();
  return rows.map(({ name, rowid, parent }) => ({
    table: name as string,
    message: `${name}: the row with key ${rowid} refers to a row of ${parent} that does not exist`,
  }));
}

function examineCounters({ db }: Connection, type: RecordTypeName): Finding[] {
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

/** Batches by key, each one statement, so that a running service may write meanwhile. */
function* examineRecords(connection: Connection, table: Table): Generator<{ looked: number; found: Finding[] }> {
  for (let after = 0n; ; ) {
    const rows = readRows(connection, table, after);
    if (rows.length === 0) return;
    yield { looked: rows.length, found: rows.flatMap((row) => examineRecord(table, row)) };
    after = rows.at(-1)!.key;
  }
}

function readRows({ db }: Connection, table: Table, after: bigint): Row[] {
  const columns = table.columns.map(({ name }) => `t.${name}`).join(', ');
  const select = db.prepare(
    `SELECT t.key, t.account, d.text, ${columns} FROM ${table.name} AS t LEFT JOIN ${table.documents} AS d ON d.key = t.key
      WHERE t.key > ? ORDER BY t.key LIMIT ${BATCH}`,
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
  const wanted = project(table, fields);
  return table.columns.flatMap(({ name }, n) =>
    isSame(columns[n]!, wanted[n]!) ? [] : [damage(`has a column ${name} that differs from the document`)],
  );
}

function isSame(kept: string | bigint | null, wanted: ColumnValue): boolean {
  return kept === (typeof wanted === 'number' ? BigInt(wanted) : wanted);
}
