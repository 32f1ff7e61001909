/** The stages every write goes through between its validation and its decision, in their order. */
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { recordTooLarge } from '../refusals.ts';
import type { Found, Need } from '../store.ts';
import { MAX_RECORD_BYTES } from './change.ts';
import type { RecordDraft } from './draft.ts';
import { findLeftOut, isNothingLeftOut, type LeftOut, leftOutNeeds, withLeftOut } from './left-out.ts';
import {
  type RecordReference,
  referenceFieldsOf,
  referenceNeeds,
  referencesSet,
  validateReferences,
} from './references.ts';
import { ruleOf } from './rules/index.ts';
import { validateState } from './states.ts';
import { uniqueNeeds, validateUniques } from './uniques.ts';

/** Validates states, then rules, as far as the record alone allows. Completes the draft or refuses it. */
export function validateAlone(draft: RecordDraft): Problem | undefined {
  const rule = ruleOf(draft.type);
  return validateState(draft, rule.follow) ?? rule.settle?.(draft) ?? judgeLength(draft);
}

/** Fewer fit into a record, or are soon looked up. */
const MANY_ITEMS = 1_000;

/** Items that each name other records are looked up one by one, which takes the thread: those that no record can hold are not. */
function judgeLength({ type, after }: RecordDraft): Problem | undefined {
  const isTooLong = referenceFieldsOf(type).nested.some(({ list }) => {
    const items = after[list] as readonly Json[];
    return items.length > MANY_ITEMS && JSON.stringify(items).length > MAX_RECORD_BYTES;
  });
  return isTooLong ? recordTooLarge(type, Buffer.byteLength(JSON.stringify(after)), MAX_RECORD_BYTES) : undefined;
}

/** A draft that is good by itself, with what remains to be seen of other records. */
export interface ValidatedRecord {
  readonly draft: RecordDraft;
  readonly references: readonly RecordReference[];
  readonly claims: ReturnType<typeof uniqueNeeds>;
  /** Values that the draft must still take from other records and the account. */
  readonly leftOut: LeftOut;
  readonly needs: readonly Need[];
}

/** `given` is the record as the write has it, before any default. */
export function awaitingOthers(draft: RecordDraft, own: number | 'new', given: JsonObject): ValidatedRecord | Problem {
  const leftOut = findLeftOut(draft, given);
  if (leftOut instanceof Problem) return leftOut;
  const references = referencesSet(draft.type, draft.before, draft.after);
  const claims = uniqueNeeds(draft);
  const needs = [
    ...referenceNeeds(references, own),
    ...claims,
    ...leftOutNeeds(leftOut),
    ...(ruleOf(draft.type).needs?.(draft) ?? []),
    ...guardNeeds(draft),
  ];
  return { draft, references, claims, leftOut, needs };
}

/** Returns the draft with the values taken from other records, or a refusal. */
export function validateWithOthers(judged: ValidatedRecord, own: number | 'new', found: Found): RecordDraft | Problem {
  const { references, claims, leftOut } = judged;
  const { type } = judged.draft;
  const unknown = validateReferences(type, references, own, found);
  if (unknown !== undefined) return unknown;
  const draft = isNothingLeftOut(leftOut) ? judged.draft : withLeftOut(judged.draft, leftOut, found);
  const refusal =
    // What follows from the values follows anew.
    (draft === judged.draft ? undefined : ruleOf(type).settle?.(draft)) ??
    ruleOf(type).judge?.(draft, found) ??
    checkGuard(draft, found) ??
    validateUniques(claims, found);
  return refusal ?? draft;
}

/** Returns the needs of the guard, which must be checked before a record is changed or removed. */
export function guardNeeds(draft: RecordDraft): readonly Need[] {
  return ruleOf(draft.type).guard?.needs(draft) ?? [];
}

export function checkGuard(draft: RecordDraft, found: Found): Problem | undefined {
  return ruleOf(draft.type).guard?.judge(draft, found);
}
