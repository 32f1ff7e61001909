/** Parses a request for grouped counts and measures of records, and checks its names against the catalogue. */
import { type RecordType, type ScalarField, scalarFieldsOf } from '../catalogue/index.ts';
import { nearest } from '../lib/nearest.ts';
import type { InputFault, Problem } from '../problems.ts';
import type { ListPlan, Scalar } from './lists/plan.ts';
import { invalidBody } from './refusals.ts';

export interface Summary {
  /** Selects the records; its page is ignored. */
  readonly plan: ListPlan;
  readonly by: readonly GroupKey[];
  /** Numeric fields to measure. */
  readonly of: readonly string[];
  /** Limits the number of groups, largest first. */
  readonly most: number;
}

export interface GroupKey {
  readonly field: string;
  /** Granularity, for a timestamp or date. */
  readonly unit?: Unit;
}

export const units = ['year', 'month', 'day'] as const;
export type Unit = (typeof units)[number];

export interface SummaryGroup {
  /**
   * Values of the `by` fields: references as IDs, timestamps as 2026, 2026-01 or 2026-01-30. Text is grouped
   * case-insensitively, spelled as in the group's newest record.
   */
  readonly keys: readonly (Scalar | null)[];
  readonly count: number;
  /** Measures of the `of` fields, in order. */
  readonly measured: readonly Measured[];
}

/** Measures over the records that have a value; all null if none has. */
export type Measured = Readonly<Record<Measure, number | null>>;

export const measures = ['sum', 'mean', 'min', 'max'] as const;
export type Measure = (typeof measures)[number];

export interface SummaryPage {
  readonly groups: readonly SummaryGroup[];
  /** True if there are more groups than requested. */
  readonly more: boolean;
}

const MAX_KEYS = 3;
const MAX_MEASURED = 10;

/** Parses `by` (`Status`, `DueOn:month`) and `of` (field names), both case-insensitively. */
export function readSummary(
  type: RecordType,
  plan: ListPlan,
  by: readonly string[],
  of: readonly string[],
  most: number,
): Summary | Problem {
  const faults: InputFault[] = [];
  const keys = by.map((word, n) => readKey(type, word, `/by/${n}`, faults));
  for (const [n, key] of keys.entries()) {
    const isAgain = key !== undefined && keys.findIndex((one) => one?.field === key.field) < n;
    if (isAgain) faults.push({ pointer: `/by/${n}`, message: `names ${key.field} again` });
  }
  const measured = of.map((word, n) => readMeasured(type, word, `/sum/${n}`, faults));
  if (by.length > MAX_KEYS) faults.push({ pointer: '/by', message: `may name ${MAX_KEYS} fields at most` });
  if (of.length > MAX_MEASURED) {
    faults.push({ pointer: '/sum', message: `may name ${MAX_MEASURED} fields at most` });
  }
  if (faults.length > 0) return invalidBody(faults);
  return { plan, by: keys as GroupKey[], of: measured as string[], most };
}

function readKey(type: RecordType, word: string, pointer: string, faults: InputFault[]): GroupKey | undefined {
  const [, name = '', unit] = /^([^:]*)(?::([\s\S]*))?$/.exec(word)!;
  const found = fieldNamed(type, name, pointer, faults);
  if (found === undefined) return undefined;
  const [field, { kind }] = found;
  const isTime = kind === 'timestamp' || kind === 'date';
  const chosen = unit ?? (isTime ? 'day' : undefined);
  if (chosen === undefined) return { field };
  if (!isTime || !units.includes(chosen as Unit)) {
    faults.push({ pointer, message: `has no "${chosen}"; times are grouped by ${units.join(', ')}` });
    return undefined;
  }
  return { field, unit: chosen as Unit };
}

function readMeasured(type: RecordType, word: string, pointer: string, faults: InputFault[]): string | undefined {
  const found = fieldNamed(type, word, pointer, faults);
  if (found === undefined) return undefined;
  const [field, { kind }] = found;
  if (kind === 'int' || kind === 'decimal') return field;
  faults.push({ pointer, message: `names ${field}, which is no number` });
  return undefined;
}

function fieldNamed(
  type: RecordType,
  word: string,
  pointer: string,
  faults: InputFault[],
): [string, ScalarField] | undefined {
  const fields = [...scalarFieldsOf(type)];
  const found = fields.find(([name]) => name.toLowerCase() === word.trim().toLowerCase());
  if (found !== undefined) return found as [string, ScalarField];
  const near = nearest(
    word,
    fields.map(([name]) => name),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  faults.push({ pointer, message: `names no single value of a ${type.singular}: "${word}".${hint}` });
  return undefined;
}
