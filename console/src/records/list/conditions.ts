/** What can be asked of a field, by its kind, and the chip that an answer makes. */
import { HALF } from '../../parts/half-date.ts';
import { readNumber, writeNumber } from '../../parts/numbers.ts';
import type { Times } from '../../parts/times.ts';
import { type FieldDescription, type FieldKind, isScalar, type TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import type { Chip } from './chip.ts';
import { dayIn, startOfDay } from './relative.ts';

export type Condition =
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

/** What somebody filled in; only what the condition asks for counts. */
export interface Answer {
  readonly values: readonly string[];
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

export const NO_ANSWER: Answer = { values: [], text: '', from: '', to: '' };

const byKind: Partial<Record<FieldKind, readonly Condition[]>> = {
  text: ['contains', 'any', 'none'],
  enum: ['any', 'none'],
  reference: ['any', 'none'],
  boolean: ['any'],
  timestamp: ['before', 'since', 'between'],
  date: ['before', 'since', 'between'],
  int: ['any', 'atLeast', 'atMost', 'between', 'none'],
  decimal: ['any', 'atLeast', 'atMost', 'between', 'none'],
};

export function conditionsOf(field: FieldDescription): readonly Condition[] {
  if (field.name === 'Deleted') return ['also', 'only'];
  return [...(byKind[field.kind] ?? []), ...(field.nullable ? (['empty', 'filled'] as const) : [])];
}

export function fieldsToFilter(type: TypeDescription): readonly FieldDescription[] {
  return type.fields.filter(isScalar).toSorted((a, b) => labelOf(a.name).localeCompare(labelOf(b.name)));
}

const labels: Readonly<Record<Condition, string>> = {
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

export function conditionLabel(condition: Condition): string {
  return labels[condition];
}

/** Undefined while it is not complete, or no number where one is asked for: a chip never stands half-typed. */
export function chipOf(
  field: FieldDescription,
  condition: Condition,
  answer: Answer,
  { timeZone, locale }: Times,
): Chip | undefined {
  const { name } = field;
  const read = (typed: string) => (isCounted(field) ? plainNumber(field, typed, locale) : typed);
  const end = (typed: string) => (typed === HALF ? '' : read(typed));
  const [text, from, to] = [read(answer.text), end(answer.from), end(answer.to)];
  const values = field.kind === 'text' || isCounted(field) ? [text.trim()] : answer.values;
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
        // A span of days ends where the next begins; of numbers both ends count.
        to: { value: moment(to.trim()), inclusive: isCounted(field) },
      };
    case 'atLeast':
      return isGiven ? { is: 'range', field: name, from: { value: values[0]!, inclusive: true } } : undefined;
    case 'atMost':
      return isGiven ? { is: 'range', field: name, to: { value: values[0]!, inclusive: true } } : undefined;
  }
}

/** To change a chip: the condition and the answer it was made of. */
export function answerOf(
  chip: Chip,
  field: FieldDescription,
  { timeZone, locale }: Times,
): { readonly condition: Condition; readonly answer: Answer } | undefined {
  const written = (value: string) => (isCounted(field) ? ownNumber(value, locale) : value);
  switch (chip.is) {
    case 'deleted':
      return { condition: chip.show, answer: NO_ANSWER };
    case 'contains':
      return { condition: 'contains', answer: { ...NO_ANSWER, text: chip.texts[0] ?? '' } };
    case 'range': {
      const [from, to] = [chip.from?.value ?? '', chip.to?.value ?? ''];
      const isNumber = from !== '' ? !/^\d{4}-|^@/.test(from) : !/^\d{4}-|^@/.test(to);
      const answer = {
        ...NO_ANSWER,
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
        return { condition: chip.is === 'any' ? 'empty' : 'filled', answer: NO_ANSWER };
      }
      const values = chip.values.filter((value) => value !== null);
      return { condition: chip.is, answer: { ...NO_ANSWER, values, text: written(values[0] ?? '') } };
    }
    case 'unread':
      return undefined;
  }
}

export function isCounted({ kind }: FieldDescription): boolean {
  return kind === 'int' || kind === 'decimal';
}

/** As the query writes it; empty where nothing was typed that the field could hold. */
function plainNumber({ kind }: FieldDescription, typed: string, locale: string): string {
  const read = readNumber(typed, locale);
  const isHeld = typeof read === 'number' && (kind === 'decimal' || Number.isInteger(read));
  return isHeld ? writeNumber(read, 'en') : '';
}

/** As the person writes it; what a link has in place of a number is left alone. */
function ownNumber(value: string, locale: string): string {
  return value === '' || Number.isNaN(Number(value)) ? value : writeNumber(Number(value), locale);
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Of a moment the day that it is for the person; a day and a number stay what they are. */
function dayOf(value: string, timeZone: string): string {
  const at = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : dayIn(timeZone, at);
}
