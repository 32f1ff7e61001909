/**
 * Interprets the filters of a request. Filters on different properties must all hold. For one property, plain values
 * are alternatives and compared values must all hold; if both are given, both must hold.
 *
 * `eq` only spells out what no operator means, so its values are plain ones: `Name=pump&Name=go ne eq` are alternatives,
 * and the second, which ends in an operator's word, could not be written without it.
 */
import { isScalar, type ScalarField } from '../../catalogue/index.ts';
import type { InputFault } from '../../problems.ts';
import { fault, quoted } from './faults.ts';
import type { Condition, Test } from './plan.ts';
import type { Listable } from './properties.ts';
import type { ListFilter, ListRequest, Matching } from './request.ts';
import { readValue } from './values.ts';

export function planFilters(request: ListRequest, faults: InputFault[]): Condition[] {
  if (request.matching === undefined) return [];
  const alternatives = new Map<string, Test[]>();
  const compared: Condition[] = [];
  for (const filter of request.filters) {
    const test = readTest(filter, request.matching);
    const field = filter.property.name;
    if ('wrong' in test) faults.push(fault(filter.parameter, test.wrong));
    else if (test.op !== 'eq' && test.op !== 'contains') compared.push({ field, anyOf: [test] });
    else if (alternatives.has(field)) alternatives.get(field)!.push(test);
    else alternatives.set(field, [test]);
  }
  return [...Array.from(alternatives, ([field, anyOf]) => ({ field, anyOf })), ...compared];
}

/**
 * Deleted items are hidden unless `Deleted=true`, which shows them with the others: a switch, not a filter. Under
 * `extFilter` its complement is one: `Deleted=false ne` leaves only the deleted ones, `Deleted=true ne` the others.
 */
export function planDeleted(listable: Listable, request: ListRequest, faults: InputFault[]): Condition[] {
  const shown = readDeleted(request, faults);
  if (!listable.deletable || shown === 'all') return [];
  return [{ field: 'Deleted', anyOf: [{ op: 'eq', value: shown === 'deleted' }] }];
}

function readDeleted({ deleted, matching }: ListRequest, faults: InputFault[]): 'all' | 'deleted' | 'kept' {
  if (deleted === undefined || matching === undefined) return 'kept';
  const { value, operator } = matching === 'compared' ? splitOperator(deleted.value) : { value: deleted.value };
  const word = value.toLowerCase();
  const equal = operator === undefined || operator === 'eq';
  if ((word !== 'true' && word !== 'false') || !(equal || operator === 'ne')) {
    const allowed = matching === 'compared' ? 'true or false, behind which eq or ne may stand' : 'true or false';
    const hint = matching === 'compared' ? '' : extFilterHint(deleted.value);
    faults.push(fault(deleted.name, `${quoted(deleted.value)} is not understood. Write ${allowed}.${hint}`));
    return 'kept';
  }
  if (equal) return word === 'true' ? 'all' : 'kept';
  return word === 'false' ? 'deleted' : 'kept';
}

type Wrong = { readonly wrong: string };

function readTest({ property: { name, field }, value }: ListFilter, matching: Matching): Test | Wrong {
  if (!isScalar(field)) {
    const held = field.kind === 'list' ? 'a list' : 'an object';
    return { wrong: `${name} holds ${held} and is not filterable. Filter by another property.` };
  }
  if (matching === 'compared') return readCompared(field, value);
  if (value === 'null' && field.kind !== 'text') return { op: 'eq', value: null };
  // An empty text is contained in every text, so it matches all that is not null.
  if (matching === 'contains' && field.kind !== 'boolean') return { op: 'contains', text: value };
  const reading = readValue(field, value);
  return 'value' in reading ? { op: 'eq', ...reading } : { wrong: reading.wrong + extFilterHint(value) };
}

function readCompared(field: ScalarField, text: string): Test | Wrong {
  const { value, operator: op = 'eq' } = splitOperator(text);
  if (value === 'null') {
    if (op === 'eq' || op === 'ne') return { op, value: null };
    return { wrong: `Nothing is ${inWords[op]} null. Compare null with eq or ne.` };
  }
  const reading = readValue(field, value);
  if ('value' in reading) return { op, ...reading };
  const hint = isOperator(value.toLowerCase()) ? ` Write a value before the operator, such as null ${value}.` : '';
  return { wrong: reading.wrong + hint };
}

const inWords = {
  eq: 'equal to',
  ne: 'not equal to',
  gt: 'greater than',
  ge: 'greater than or equal to',
  lt: 'less than',
  le: 'less than or equal to',
} as const;
export type Operator = keyof typeof inWords;
export const operators = Object.keys(inWords) as Operator[];

function isOperator(word: string): word is Operator {
  return Object.hasOwn(inWords, word);
}

/** Splits a value from its operator. Only the last word counts, and only after a space: `ne` alone is a value. */
function splitOperator(text: string): { value: string; operator?: Operator } {
  const operator = text.slice(-2).toLowerCase();
  return text.at(-3) === ' ' && isOperator(operator) ? { value: text.slice(0, -3), operator } : { value: text };
}

function extFilterHint(text: string): string {
  const { operator } = splitOperator(text);
  return operator === undefined ? '' : ` To compare with ${operator}, add extFilter=true.`;
}
