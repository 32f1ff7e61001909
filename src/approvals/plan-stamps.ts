/** What the steps of a plan stamp on a record with the moment: another at each look and once they are made, and yet not the doing of somebody else. */
import type { RecordType } from '../catalogue/index.ts';
import { type Json, sameJson } from '../lib/json.ts';
import type { DryRunContext, RecordFields, StoredRecord } from '../records/store.ts';
import type { FieldChange } from '../records/writes/changed.ts';
import type { PlanReader } from './plan-reader.ts';
import type { PlanStep } from './proposal.ts';

/** Whether what a step finds in a field is a stamp that those before it leave there. */
export type IsPlanStamp = (field: string, found: Json) => Promise<boolean>;

/** As the step is rehearsed. `before`: those on its record; missing where they are only being proposed, so that none of them is made. */
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

/** The newest of them that changed the field, where it did so as it was proposed. */
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

/** What a step changes, without the stamps of theirs that it finds: the same before they are made and after. */
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
