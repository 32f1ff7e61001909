/** PATCH: a JSON Patch document becomes a change of one record, or of nothing. */
import type { IdempotencyKey } from '../../accounts/idempotency.ts';
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { type JsonObject, sameJson } from '../../lib/json.ts';
import { applyPatch, type Patch, type PatchResult } from '../../lib/json-patch.ts';
import { Problem } from '../../problems.ts';
import { type Preconditions, refusedBy } from '../etag.ts';
import { noSuchRecord } from '../refusals.ts';
import type { Author, Change, RecordFields, StoredRecord } from '../store.ts';
import { decideWrite } from './change.ts';
import { namedByPatch, type RecordDraft } from './draft.ts';
import { awaitingOthers, type ValidatedRecord, validateAlone, validateWithOthers } from './judge.ts';
import { isNothingLeftOut } from './left-out.ts';
import { validateRecord } from './validate.ts';

export function patchRecord(
  type: RecordType,
  id: number,
  patch: Patch,
  by: Author,
  { idempotency, ...preconditions }: Preconditions & { readonly idempotency?: IdempotencyKey } = {},
): Change {
  const judge = onceForEach((current) => judgePatch(type, id, patch, by, current, preconditions));
  return {
    type: type.name,
    id,
    ...(idempotency && { idempotency }),
    needs(current) {
      const judged = judge(current);
      return judged instanceof Problem || judged === 'unchanged' ? [] : judged.needs;
    },
    decide(current, found, moment) {
      const judged = judge(current);
      if (judged instanceof Problem) return { decision: 'refused', problem: judged };
      if (judged === 'unchanged') return { decision: 'unchanged' };
      const complete = validateWithOthers(judged, id, found);
      if (complete instanceof Problem) return { decision: 'refused', problem: complete };
      const isSame = !isNothingLeftOut(judged.leftOut) && isUnchanged(complete);
      return isSame ? { decision: 'unchanged' } : decideWrite(complete, moment);
    },
  };
}

/** The way of a patch, as far as the record alone can tell. */
function judgePatch(
  type: RecordType,
  id: number,
  patch: Patch,
  by: Author,
  current: StoredRecord | undefined,
  preconditions: Preconditions,
): ValidatedRecord | 'unchanged' | Problem {
  if (current === undefined) return noSuchRecord(type, id);
  const failed = refusedBy(preconditions, current.version);
  if (failed !== undefined) return failed;

  const before: RecordFields = JSON.parse(current.text);
  const patched = applyPatch(before, patch);
  if (!patched.ok) return patchRefused(patched);
  const after = validateRecord(type, patched.value, before);
  if (after instanceof Problem) return after;

  const draft: RecordDraft = { type, by, before, after, names: namedByPatch(patch, before, after), entered: undefined };
  const refusal = validateAlone(draft);
  if (refusal !== undefined) return refusal;
  const awaiting = awaitingOthers(draft, id, patched.value as JsonObject);
  if (awaiting instanceof Problem || !isNothingLeftOut(awaiting.leftOut)) return awaiting;
  return isUnchanged(draft) ? 'unchanged' : awaiting;
}

/** The engine asks `needs` and then `decide` about the same record; it is parsed and patched once for both. */
function onceForEach<Result>(judge: (current: StoredRecord | undefined) => Result) {
  let last: { current: StoredRecord | undefined; result: Result } | undefined;
  return (current: StoredRecord | undefined): Result => {
    if (last === undefined || last.current !== current) last = { current, result: judge(current) };
    return last.result;
  };
}

function isUnchanged({ type, before, after }: RecordDraft): boolean {
  for (const field in fieldsOf(type)) if (!sameJson(before![field]!, after[field]!)) return false;
  return true;
}

function patchRefused({ reason, operation, message }: PatchResult & { ok: false }): Problem {
  const code = reason === 'test_failed' ? 'patch_test_failed' : 'invalid_patch';
  const detail = `Operation ${operation} of the patch: ${message}.`;
  return new Problem(code, detail, { errors: [{ pointer: `/${operation}`, message }] });
}
