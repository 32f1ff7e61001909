/**
 * Recognises timestamps that steps of the same plan set automatically. Their values differ between dry runs and the
 * real change, but they are no conflict with another author.
 */
import type { RecordType } from '../catalogue/index.ts';
import { type Json, sameJson } from '../lib/json.ts';
import type { DryRunContext, RecordFields, StoredRecord } from '../records/store.ts';
import type { FieldChange } from '../records/writes/changed.ts';
import type { PlanReader } from './plan-reader.ts';
import type { PlanStep } from './proposal.ts';

/** True if the value that a step finds in a field is a timestamp set by earlier steps. */
export type IsPlanStamp = (field: string, found: Json) => Promise<boolean>;

/**
 * Creates the check for the dry run of a step. `before` are the earlier steps on its record; it is absent while the
 * plan is being proposed, when none of them is made.
 */
export function createPlanStampCheck(
  type: RecordType,
  { current }: DryRunContext,
  before?: { readonly steps: readonly PlanStep[]; readonly plans: PlanReader },
): IsPlanStamp {
  const stamps = Object.values(type.states?.stamps ?? {}).map(({ field }) => field);
  const made = before?.steps.filter(({ state }) => state === 'approved') ?? [];
  let stored: RecordFields | undefined;
  return async (field, found) => {
    if (current === undefined || !stamps.includes(field)) return false;
    stored ??= fieldsIn(current);
    // Found so only in its turn: a step that still waits makes it so.
    if (!sameJson(stored[field] ?? null, found)) return true;
    const step = before && (await lastToChange(field, made, before.plans));
    if (step === undefined || step.madeVersion === current.version) return step !== undefined;
    const left = await before!.plans.made(step);
    return left !== undefined && sameJson(fieldsIn(left)[field] ?? null, found);
  };
}

/** Returns the newest step that changed the field; undefined if a person edited that step. */
async function lastToChange(
  field: string,
  made: readonly PlanStep[],
  plans: PlanReader,
): Promise<PlanStep | undefined> {
  for (const step of made.toReversed()) {
    const outcome = (await plans.whole(step))?.outcome;
    const changed = outcome?.changed as FieldChange[] | undefined;
    if (changed?.some((change) => change.field === field)) return outcome?.edited === undefined ? step : undefined;
  }
  return undefined;
}

function fieldsIn({ text }: StoredRecord): RecordFields {
  return JSON.parse(text);
}

/**
 * Returns the changes of a step without old values that are timestamps of earlier steps. The result is the same before
 * and after those steps are made.
 */
export async function withoutPlanStamps(
  changes: readonly FieldChange[],
  isTheirs: IsPlanStamp,
): Promise<readonly FieldChange[]> {
  const lasting: FieldChange[] = [];
  for (const change of changes) {
    const { field, from = null, to } = change;
    lasting.push(from !== null && (await isTheirs(field, from)) ? { field, to } : change);
  }
  return lasting;
}
