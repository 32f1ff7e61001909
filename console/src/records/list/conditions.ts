/** Filter conditions per field kind, and the chips that they create. */
import { PARTIAL_DATE } from '../../parts/half-date.ts';
import { formatNumberForInput, parseNumber } from '../../parts/numbers.ts';
import type { TimeSettings } from '../../parts/times.ts';
import { type FieldDescription, type FieldKind, isScalar, type TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import type { FilterChip } from './chip.ts';
import { localDay, startOfDay } from './relative.ts';

export type FilterCondition =
  | 'contains'
  | 'any'
  | 'none'
  | 'before'
  | 'since'
  | 'between'
  | 'atLeast'
  | 'atMost'
  | 'empty'
  | 'filled'
  | 'also'
  | 'only';

/** User input of the filter dialog. Each condition uses only the parts that it needs. */
export interface FilterInput {
  readonly values: readonly string[];
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_FILTER_INPUT: FilterInput = { values: [], text: '', from: '', to: '' };

const byKind: Partial<Record<FieldKind, readonly FilterCondition[]>> = {
  text: ['contains', 'any', 'none'],
  enum: ['any', 'none'],
  reference: ['any', 'none'],
  boolean: ['any'],
  timestamp: ['before', 'since', 'between'],
  date: ['before', 'since', 'between'],
  int: ['any', 'atLeast', 'atMost', 'between', 'none'],
  decimal: ['any', 'atLeast', 'atMost', 'between', 'none'],
};

export function conditionsOf(field: FieldDescription): readonly FilterCondition[] {
  if (field.name === 'Deleted') return ['also', 'only'];
  return [...(byKind[field.kind] ?? []), ...(field.nullable ? (['empty', 'filled'] as const) : [])];
}

export function filterableFields(type: TypeDescription): readonly FieldDescription[] {
  return type.fields.filter(isScalar).toSorted((a, b) => fieldLabel(a.name).localeCompare(fieldLabel(b.name)));
}

const labels: Readonly<Record<FilterCondition, string>> = {
  contains: 'contains',
  any: 'is',
  none: 'is not',
  before: 'is before',
  since: 'is on or after',
  between: 'is between',
  atLeast: 'is at least',
  atMost: 'is at most',
  empty: 'is empty',
  filled: 'has a value',
  also: 'show also',
  only: 'show only',
};

export function conditionLabel(condition: FilterCondition): string {
  return labels[condition];
}

/**
 * Creates a chip. Returns undefined if the input is incomplete or not a valid number, so that no half-typed chip
 * appears.
 */
export function createChip(
  field: FieldDescription,
  condition: FilterCondition,
  answer: FilterInput,
  { timeZone, locale }: TimeSettings,
): FilterChip | undefined {
  const { name } = field;
  const read = (typed: string) => (isNumericKind(field) ? plainNumber(field, typed, locale) : typed);
  const end = (typed: string) => (typed === PARTIAL_DATE ? '' : read(typed));
  const [text, from, to] = [read(answer.text), end(answer.from), end(answer.to)];
  const values = field.kind === 'text' || isNumericKind(field) ? [text.trim()] : answer.values;
  const isGiven = values.length > 0 && values.every((value) => value !== '');
  const moment = (value: string) => (field.kind === 'timestamp' && isDay(value) ? startOfDay(value, timeZone) : value);
  switch (condition) {
    case 'also':
    case 'only':
      return { is: 'deleted', show: condition };
    case 'empty':
      return { is: 'any', field: name, values: [null] };
    case 'filled':
      return { is: 'none', field: name, values: [null] };
    case 'contains':
      return answer.text === '' ? undefined : { is: 'contains', field: name, texts: [answer.text] };
    case 'any':
    case 'none':
      return isGiven ? { is: condition, field: name, values } : undefined;
    case 'before':
      return to === '' ? undefined : { is: 'range', field: name, to: { value: moment(to), inclusive: false } };
    case 'since':
      return from === '' ? undefined : { is: 'range', field: name, from: { value: moment(from), inclusive: true } };
    case 'between':
      if (from.trim() === '' || to.trim() === '') return undefined;
      return {
        is: 'range',
        field: name,
        from: { value: moment(from.trim()), inclusive: true },
        // The end of a time span is exclusive. The end of a number range is inclusive.
        to: { value: moment(to.trim()), inclusive: isNumericKind(field) },
      };
    case 'atLeast':
      return isGiven ? { is: 'range', field: name, from: { value: values[0]!, inclusive: true } } : undefined;
    case 'atMost':
      return isGiven ? { is: 'range', field: name, to: { value: values[0]!, inclusive: true } } : undefined;
  }
}

/** Returns the condition and input that produce a chip, so that the user can edit it. */
export function filterInputOfChip(
  chip: FilterChip,
  field: FieldDescription,
  { timeZone, locale }: TimeSettings,
): { readonly condition: FilterCondition; readonly answer: FilterInput } | undefined {
  const written = (value: string) => (isNumericKind(field) ? ownNumber(value, locale) : value);
  switch (chip.is) {
    case 'deleted':
      return { condition: chip.show, answer: EMPTY_FILTER_INPUT };
    case 'contains':
      return { condition: 'contains', answer: { ...EMPTY_FILTER_INPUT, text: chip.texts[0] ?? '' } };
    case 'range': {
      const [from, to] = [chip.from?.value ?? '', chip.to?.value ?? ''];
      const isNumber = from !== '' ? !/^\d{4}-|^@/.test(from) : !/^\d{4}-|^@/.test(to);
      const answer = {
        ...EMPTY_FILTER_INPUT,
        from: dayOf(written(from), timeZone),
        to: dayOf(written(to), timeZone),
        text: written(from || to),
      };
      if (from !== '' && to !== '') return { condition: 'between', answer };
      if (isNumber) return { condition: from === '' ? 'atMost' : 'atLeast', answer };
      return { condition: from === '' ? 'before' : 'since', answer };
    }
    case 'any':
    case 'none': {
      if (chip.values.length === 1 && chip.values[0] === null) {
        return { condition: chip.is === 'any' ? 'empty' : 'filled', answer: EMPTY_FILTER_INPUT };
      }
      const values = chip.values.filter((value) => value !== null);
      return { condition: chip.is, answer: { ...EMPTY_FILTER_INPUT, values, text: written(values[0] ?? '') } };
    }
    case 'unread':
      return undefined;
  }
}

export function isNumericKind({ kind }: FieldDescription): boolean {
  return kind === 'int' || kind === 'decimal';
}

/** Converts typed text to a number as queries write it. Returns an empty string if the field cannot store it. */
function plainNumber({ kind }: FieldDescription, typed: string, locale: string): string {
  const read = parseNumber(typed, locale);
  const isHeld = typeof read === 'number' && (kind === 'decimal' || Number.isInteger(read));
  return isHeld ? formatNumberForInput(read, 'en') : '';
}

/** Formats a number in the user's locale. Text in a link that is not a number stays unchanged. */
function ownNumber(value: string, locale: string): string {
  return value === '' || Number.isNaN(Number(value)) ? value : formatNumberForInput(Number(value), locale);
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Returns the day of a timestamp in the user's time zone. Other values stay unchanged. */
function dayOf(value: string, timeZone: string): string {
  const at = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : localDay(timeZone, at);
}
