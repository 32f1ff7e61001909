/** Counts and sums by group as one SQL statement, and its rows as the groups they are. */
import type { ScalarField } from '../catalogue/index.ts';
import { unscale } from '../kernel/decimal.ts';
import type { Scalar } from '../records/list/plan.ts';
import type { GroupKey, Summary, SummaryGroup, SummaryPage } from '../records/summary.ts';
import { type Column, tableOf } from './columns.ts';
import { type Dialect, Parameters, type Query } from './dialect.ts';
import { rowsSql } from './list-rows.ts';
import { byDatabase } from './list-ways.ts';

/** A sum in two parts, so that no engine's whole numbers overflow: a million of the largest amounts fit. */
const PART = 1_000_000;

/** Keys, the count, then each sum in its two parts. */
export function summaryQuery({ plan, by, sums, most }: Summary, account: number, dialect: Dialect): Query {
  const parameters = new Parameters(dialect);
  const { columnOf } = tableOf(plan.type);
  const counted = { ...plan, count: true };
  const rows = rowsSql(byDatabase, { plan: counted, account, dialect, parameters });
  const keys = by.map((key) => keySql(key, columnOf.get(key.field)!, dialect));
  const added = sums.flatMap((field) => {
    const column = `t.${columnOf.get(field)!.name}`;
    return [`CAST(sum(${column} / ${PART}) AS text)`, `CAST(sum(${column} % ${PART}) AS text)`];
  });
  const columns = [...keys, 'CAST(count(*) AS integer)', ...added].map((sql, n) => `${sql} AS c${n}`);
  const places = keys.map((_, n) => String(n + 1)).join(', ');
  const grouped = keys.length === 0 ? '' : `GROUP BY ${places}`;
  const order = ['count(*) DESC', ...keys.map((_, n) => `${n + 1}${dialect.nulls(false)}`)].join(', ');
  const text = `SELECT ${columns.join(', ')} FROM ${rows} ${grouped} ORDER BY ${order}
    ${dialect.slice(parameters.add(most + 1), '0')}`;
  return { text, values: parameters.values };
}

export function summaryPage({ plan, by, sums, most }: Summary, rows: readonly (readonly unknown[])[]): SummaryPage {
  const { columnOf } = tableOf(plan.type);
  const declared = (field: string) => columnOf.get(field)!.declaration;
  const groups = rows.slice(0, most).map((row): SummaryGroup => {
    const at = by.length + 1;
    return {
      keys: by.map(({ field }, n) => keyOf(declared(field), row[n])),
      count: row[by.length] as number,
      sums: sums.map((field, n) => sumOf(declared(field), row[at + 2 * n], row[at + 2 * n + 1])),
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
      return unscale(BigInt(kept as number), declaration.places);
    default:
      return kept as Scalar;
  }
}

function sumOf(declaration: ScalarField, high: unknown, low: unknown): number | null {
  if (high === null || high === undefined) return null;
  const whole = BigInt(high as string) * BigInt(PART) + BigInt(low as string);
  return declaration.kind === 'decimal' ? unscale(whole, declaration.places) : Number(whole);
}
