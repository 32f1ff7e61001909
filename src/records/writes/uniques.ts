/**
 * Unique values: those a write claims must not belong to another record that is not deleted. It is asked before anything is
 * written, so that a refusal costs nobody else anything; the database's own index has the last word in a race.
 */
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import type { Problem } from '../../problems.ts';
import { valueTaken } from '../refusals.ts';
import type { Found, Need } from '../store.ts';
import { changes, type RecordDraft } from './draft.ts';

type Claim = Extract<Need, { need: 'taken' }>;

/** Returns the unique values that a write sets or changes; for a restored record, all of them. */
export function uniqueNeeds(draft: RecordDraft): readonly Claim[] {
  const { type, before, after } = draft;
  if (after.Deleted === true) return [];
  const comesBack = before?.Deleted === true;
  const claims: Claim[] = [];
  for (const field of uniqueFieldsOf(type)) {
    const value = after[field];
    if (typeof value !== 'string' || !(comesBack || changes(draft, field))) continue;
    claims.push({ need: 'taken', type: type.name, field, value });
  }
  return claims;
}

export function validateUniques(claims: readonly Claim[], found: Found): Problem | undefined {
  const taken = claims.find(({ type, field, value }) => found.taken(type, field, value) === true);
  return taken && valueTaken(taken.field);
}

function uniqueFieldsOf(type: RecordType): readonly string[] {
  let known = uniqueFields.get(type);
  if (known === undefined) {
    known = Object.entries(fieldsOf(type)).flatMap(([name, field]) =>
      field.kind === 'text' && field.unique !== undefined ? [name] : [],
    );
    uniqueFields.set(type, known);
  }
  return known;
}
const uniqueFields = new WeakMap<RecordType, readonly string[]>();
