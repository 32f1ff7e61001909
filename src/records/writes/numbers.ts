/** The numbers people call records by: WO-000123. They follow the ID, so they need no counter of their own. */
import type { RecordType } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import type { Found, Need } from '../store.ts';
import { isGivenNumber } from './defaults.ts';
import type { FieldsInTheMaking } from './validate.ts';

function numberOf(type: RecordType, count: number): string {
  return `${type.numbered}-${String(count).padStart(6, '0')}`;
}

/**
 * Offsets from the ID to try as a number, because people may have taken the number that follows the ID. Tries the next
 * sixteen, then doubles the distance, so that 10,000 imported orders cost ten lookups and not 10,000.
 */
const rounds: readonly (readonly number[])[] = [
  [0],
  Array.from({ length: 16 }, (_, index) => index + 1),
  Array.from({ length: 24 }, (_, index) => 32 * 2 ** index),
];

/** The numbers to ask about next: none once a free one is found, or there is nothing to ask. */
export function numberNeeds(type: RecordType, fields: FieldsInTheMaking, id: number, found: Found): readonly Need[] {
  if (!isGivenNumber(type, 'Number') || fields.Number !== null) return [];
  for (const offsets of rounds) {
    const values = offsets.map((offset) => numberOf(type, id + offset));
    const answers = values.map((value) => found.taken(type.name, 'Number', value));
    if (answers.includes(undefined)) {
      return values.map((value) => ({ need: 'taken', type: type.name, field: 'Number', value }));
    }
    if (answers.includes(false)) return [];
  }
  return [];
}

/** The number of a new record, or a refusal where no free one was found. Undefined: the record has none, or brings its own. */
export function automaticNumber(
  type: RecordType,
  fields: FieldsInTheMaking,
  id: number,
  found: Found,
): string | Problem | undefined {
  if (type.numbered === undefined) return undefined;
  if (!isGivenNumber(type, 'Number')) return numberOf(type, id);
  if (fields.Number !== null) return undefined;
  for (const offset of rounds.flat()) {
    const value = numberOf(type, id + offset);
    if (found.taken(type.name, 'Number', value) === false) return value;
  }
  return new Problem('value_taken', `No free Number was found for the ${type.singular}. Give it one.`, {
    errors: [{ pointer: '/Number', message: 'must be given: the numbers that would come next are taken' }],
  });
}
