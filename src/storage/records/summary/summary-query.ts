/** Counts and measures records by group in one SQL statement, and converts its rows to groups. */
import type { ScalarField } from '../../../catalogue/index.ts';
import { unscale } from '../../../lib/decimal.ts';
import type { Scalar } from '../../../records/lists/plan.ts';
import type { GroupKey, Measured, Summary, SummaryGroup, SummaryPage } from '../../../records/summary.ts';
import { type Column, tableOf } from '../../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { DATABASE_CHOICE } from '../lists/list-planner.ts';
import { rowsSql } from '../lists/list-rows.ts';

/** A sum in two parts, so that no engine's whole numbers overflow: a million of the largest amounts fit. */
const WIDE_SUM_BASE = 1_000_000;

/** Columns of a field that is measured: its sum in two parts, how many hold a value, the least and the most. */
const COLUMNS_PER_MEASURE = 5;

/** Selects the keys, the count, then the measures of each field. */
export function summaryQuery({ plan, by, of, most }: Summary, account: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const { columnOf, documents } = tableOf(plan.type);
  const counted = { ...plan, count: true };
  const use = { fields: [...by.map(({ field }) => field), ...of] };
  const rows = rowsSql(DATABASE_CHOICE, { plan: counted, account, dialect, parameters, use });
  const keys = by.map((key) => keySql(key, columnOf.get(key.field)!, dialect));
  const measured = of.flatMap((field) => {
    const column = `t.${columnOf.get(field)!.name}`;
    return [
      `CAST(sum(${column} / ${WIDE_SUM_BASE}) AS text)`,
      `CAST(sum(${column} % ${WIDE_SUM_BASE}) AS text)`,
      `CAST(count(${column}) AS integer)`,
      `CAST(min(${column}) AS text)`,
      `CAST(max(${column}) AS text)`,
    ];
  });
  const columns = [...keys, 'CAST(count(*) AS integer)', ...measured].map((sql, n) => `${sql} AS c${n}`);
  const kinds = by.map(({ field }) => columnOf.get(field)!.declaration.kind);
  const isText = kinds.map((kind) => kind === 'text');
  const newest = isText.includes(true) ? dialect.rowKey.map((key) => `max(t.${key}) AS ${key}`) : [];
  const places = keys.map((_, n) => String(n + 1)).join(', ');
  const grouped = keys.length === 0 ? '' : `GROUP BY ${places}`;
  const order = [`c${keys.length} DESC`, ...keys.map((_, n) => `c${n}${dialect.nulls(false)}`)].join(', ');
  const groups = `SELECT ${[...columns, ...newest].join(', ')} FROM ${rows} ${grouped} ORDER BY ${order}
    ${dialect.slice(parameters.add(most + 1), '0')}`;
  const shown = columns.map((_, n) => {
    if (isText[n]) return `${asWritten(by[n]!.field, documents, dialect)} AS written${n}`;
    // With its places it may be beyond what a number holds.
    return kinds[n] === 'decimal' ? `CAST(g.c${n} AS text) AS exact${n}` : `g.c${n}`;
  });
  const isAsKept = !kinds.includes('text') && !kinds.includes('decimal');
  const text = isAsKept ? groups : `SELECT ${shown.join(', ')} FROM (${groups}) AS g ORDER BY ${order}`;
  return { text, values: parameters.values };
}

/** Maximum length of a displayed key. Hundreds of complete descriptions would block the thread for all requests. */
const MAX_KEY_CHARS = 500;

/**
 * Returns SQL for the original form of a text key. Texts are grouped by their folded form; the newest record of the
 * group supplies the original.
 */
function asWritten(field: string, documents: string, dialect: Dialect): string {
  const link = dialect.rowKey.map((key) => `d.${key} = g.${key}`).join(' AND ');
  const written = dialect.documentText('d.text', field);
  const shown = `substr(${written}, 1, ${MAX_KEY_CHARS}) || CASE WHEN length(${written}) > ${MAX_KEY_CHARS} THEN '…' ELSE '' END`;
  return `(SELECT ${shown} FROM ${documents} AS d WHERE ${link})`;
}

export function parseSummaryPage({ plan, by, of, most }: Summary, rows: readonly (readonly unknown[])[]): SummaryPage {
  const { columnOf } = tableOf(plan.type);
  const declared = (field: string) => columnOf.get(field)!.declaration;
  const groups = rows.slice(0, most).map((row): SummaryGroup => {
    const at = by.length + 1;
    return {
      keys: by.map(({ field }, n) => keyOf(declared(field), row[n])),
      count: row[by.length] as number,
      measured: of.map((field, n) =>
        measuredOf(declared(field), row.slice(at + COLUMNS_PER_MEASURE * n, at + COLUMNS_PER_MEASURE * (n + 1))),
      ),
    };
  });
  return { groups, more: rows.length > most };
}

const lengths = { year: 4, month: 7, day: 10 } as const;

function keySql({ field, unit }: GroupKey, { name, declaration }: Column, dialect: Dialect): string {
  const column = `t.${name}`;
  if (unit === undefined) return column;
  const text = declaration.kind === 'timestamp' ? dialect.valueText('timestamp', column, field, 'NULL') : column;
  return `substr(CAST(${text} AS text), 1, ${lengths[unit]})`;
}

function keyOf(declaration: ScalarField, kept: unknown): Scalar | null {
  if (kept === null || kept === undefined) return null;
  switch (declaration.kind) {
    case 'enum':
      return declaration.values[Number(kept)] ?? null;
    case 'boolean':
      return Boolean(Number(kept));
    case 'decimal':
      return unscale(BigInt(kept as string), declaration.places);
    default:
      return kept as Scalar;
  }
}

function measuredOf(declaration: ScalarField, [high, low, count, least, most]: readonly unknown[]): Measured {
  if (high === null || high === undefined) return { sum: null, mean: null, min: null, max: null };
  const shown = (kept: bigint) => (declaration.kind === 'decimal' ? unscale(kept, declaration.places) : Number(kept));
  const sum = shown(BigInt(high as string) * BigInt(WIDE_SUM_BASE) + BigInt(low as string));
  const [min, max] = [least, most].map((kept) => shown(BigInt(kept as string))) as [number, number];
  return { sum, mean: sum / Number(count), min, max };
}
