/** The change of a step with the records that the steps before it will have made, as if they were there: a rehearsal can then be held before. */
import { type RecordTypeName, recordType } from '../catalogue/index.ts';
import type { Json } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import type { Change, Found, Need, StoredRecord } from '../records/store.ts';
import { validateRecord } from '../records/validate.ts';
import type { Proposal } from './proposal.ts';
import { placeOf, standInFor, stepsNamed, withIDs } from './steps.ts';

export type Step = Pick<Proposal, 'order' | 'type' | 'write' | 'state' | 'recordID'>;

/** What the steps that a write names come to, for now. */
export interface Named {
  /** IDs for the write: those of records that are made, and stand-ins for the others. */
  idOf(step: number): number | undefined;
  /** By type and ID, the step that makes it. */
  readonly made: ReadonlyMap<string, number>;
  /** Records that are not there yet. */
  readonly planned: ReadonlyMap<string, StoredRecord>;
  /** The first step that is still to be approved. */
  readonly after: number | undefined;
  /** One that was decided otherwise: its record will never be. */
  readonly lost: Step | undefined;
}

const NOTHING: Named = {
  idOf: () => undefined,
  made: new Map(),
  planned: new Map(),
  after: undefined,
  lost: undefined,
};

/** `steps`: those of the plan, asked for only where one is named. */
export function nameSteps({ type, write }: Pick<Step, 'type' | 'write'>, steps: readonly Step[]): Named {
  const named = stepsNamed(recordType(type), write);
  if (named.length === 0) return NOTHING;
  const idOf = (order: number) => {
    const step = stepAt(steps, order);
    return step && (step.state === 'approved' ? (step.recordID ?? undefined) : standInFor(step));
  };
  const made = new Map<string, number>();
  const planned = new Map<string, StoredRecord>();
  const open: number[] = [];
  let lost: Step | undefined;
  for (const order of named) {
    const step = stepAt(steps, order);
    if (step === undefined) continue;
    const id = idOf(order)!;
    made.set(placeOf(step.type, id), order);
    if (step.state === 'pending') {
      open.push(order);
      planned.set(placeOf(step.type, id), plannedRecord(step, id, idOf));
    } else if (step.state !== 'approved') lost ??= step;
  }
  return { idOf, made, planned, after: open.length === 0 ? undefined : Math.min(...open), lost };
}

function stepAt(steps: readonly Step[], order: number): Step | undefined {
  return steps.find((step) => step.order === order);
}

/** As it is wished for, with what the type gives every new one. */
function plannedRecord({ type, write }: Step, id: number, idOf: (step: number) => number | undefined): StoredRecord {
  const { create } = withIDs(recordType(type), write, idOf) as { create: Json };
  const fields = validateRecord(recordType(type), create);
  return { id, version: 1, text: JSON.stringify({ ...(fields instanceof Problem ? {} : fields), ID: id }) };
}

export function withPlanned(change: Change, planned: ReadonlyMap<string, StoredRecord>): Change {
  if (planned.size === 0) return change;
  const isPlanned = (need: Need) => 'id' in need && planned.has(placeOf(need.type, need.id));
  return {
    ...change,
    needs: (current, found, id) => change.needs(current, among(found, planned), id).filter((need) => !isPlanned(need)),
    decide: (current, found, moment) => change.decide(current, among(found, planned), moment),
  };
}

function among(found: Found, planned: ReadonlyMap<string, StoredRecord>): Found {
  const at = (type: RecordTypeName, id: number) => planned.get(placeOf(type, id));
  return {
    alive: (type, id) => (at(type, id) === undefined ? found.alive(type, id) : true),
    record: (type, id) => at(type, id) ?? found.record(type, id),
    // Nothing lies above what is not there yet that could lead back.
    ancestors: (type, field, id) => (at(type, id) === undefined ? found.ancestors(type, field, id) : [id]),
    taken: (type, field, value) => found.taken(type, field, value),
    another: (type, having) => found.another(type, having),
  };
}
