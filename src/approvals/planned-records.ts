/**
 * Applies the change of a step to records as the earlier steps would leave them, so that a dry run is possible before
 * those steps are made.
 */
import { fieldsOf, type RecordTypeName, recordType } from '../catalogue/index.ts';
import { fold } from '../lib/fold.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import type { Besides, Change, Found, Need, RecordFields, StoredRecord } from '../records/store.ts';
import { validateRecord } from '../records/writes/validate.ts';
import type { Proposal } from './proposal.ts';
import { placeholderID, recordKey, referencedSteps, type StepsByRecord, withStepIDs } from './step-references.ts';

export type PlannedStep = Pick<Proposal, 'order' | 'type' | 'write' | 'state' | 'recordID'>;

/** A record as steps that are not made yet would leave it. */
export interface PlannedRecord extends StoredRecord {
  readonly type: RecordTypeName;
  readonly fields: RecordFields;
  /** True if the steps create the record, so that it is not in the database yet. */
  readonly isNew: boolean;
  /** Order of the first step that creates or changes the record. */
  readonly since: number;
}

/** Planned records, keyed by type and ID. */
type Ahead = ReadonlyMap<string, PlannedRecord>;

/** Current state of the steps that a write references. */
export interface StepReferences {
  /** Returns the ID of a step's record: the real one if it is created, a placeholder otherwise. */
  idOf(step: number): number | undefined;
  /**
   * All records that earlier steps create. The step may find their IDs in a record even if its write references none.
   */
  readonly made: StepsByRecord;
  /** Records of `made` that are not created yet; only these are displayed as step references. */
  readonly unmade: StepsByRecord;
  /** Returns the referenced records that do not exist yet. */
  planned(): Ahead;
  /** Order of the first referenced step that is still pending. */
  readonly after: number | undefined;
  /** Referenced step that was not approved, so that its record will never exist. */
  readonly lost: PlannedStep | undefined;
}

const NO_REFERENCES: Omit<StepReferences, 'made' | 'unmade'> = {
  idOf: () => undefined,
  planned: () => new Map(),
  after: undefined,
  lost: undefined,
};

/** Resolves the steps that a write references; `steps` are all steps of the plan. */
export function findStepReferences({ order, type, write }: PlannedStep, steps: readonly PlannedStep[]): StepReferences {
  const before = steps.filter((step) => step.order < order && 'create' in step.write);
  const made = madeBy(before);
  const unmade = madeBy(before.filter(({ state }) => state !== 'approved'));
  const named = referencedSteps(recordType(type), write);
  if (named.length === 0) return { ...NO_REFERENCES, made, unmade };
  const idOf = (order: number) => {
    const step = stepAt(steps, order);
    return step && madeID(step);
  };
  const open: PlannedStep[] = [];
  let lost: PlannedStep | undefined;
  for (const order of named) {
    const step = stepAt(steps, order);
    if (step === undefined) continue;
    if (step.state === 'pending') open.push(step);
    else if (step.state !== 'approved') lost ??= step;
  }
  const planned = () =>
    new Map(open.map((step) => [recordKey(step.type, placeholderID(step)), plannedRecord(step, idOf)] as const));
  return {
    idOf,
    made,
    unmade,
    planned,
    after: open.length === 0 ? undefined : Math.min(...open.map(({ order }) => order)),
    lost,
  };
}

function madeBy(steps: readonly PlannedStep[]): StepsByRecord {
  return new Map(steps.map((step) => [recordKey(step.type, madeID(step)), step.order]));
}

function madeID(step: PlannedStep): number {
  return (step.state === 'approved' ? step.recordID : null) ?? placeholderID(step);
}

function stepAt(steps: readonly PlannedStep[], order: number): PlannedStep | undefined {
  return steps.find((step) => step.order === order);
}

/** Returns the record as its create step requests it, with the defaults of its type. */
function plannedRecord(step: PlannedStep, idOf: StepReferences['idOf']): PlannedRecord {
  const { type, write, order } = step;
  const id = placeholderID(step);
  const { create } = withStepIDs(recordType(type), write, idOf) as { create: Json };
  const valid = validateRecord(recordType(type), create);
  const fields = { ...(valid instanceof Problem ? {} : valid), ID: id };
  return { type, id, version: 1, text: JSON.stringify(fields), fields, isNew: true, since: order };
}

/** Returns the change as it would run once the records are as the earlier steps leave them. */
export function withPlannedRecords(change: Change, ahead: Ahead): Change {
  if (ahead.size === 0) return change;
  const own = ahead.get(recordKey(change.type, change.id));
  const onward = (current: StoredRecord | undefined) => own ?? current;
  return {
    ...change,
    needs: (current, found, id) =>
      change.needs(onward(current), among(found, ahead, own), id).flatMap((need) => stillToAsk(need, found, ahead)),
    decide: (current, found, moment) => change.decide(onward(current), among(found, ahead, own), moment),
  };
}

/** Shifts the ID of a new record past `others` pending creations of the same type. Its number follows the ID. */
export function afterPendingCreates(change: Change, others: number): Change {
  if (change.id !== 'new' || others === 0) return change;
  return {
    ...change,
    needs: (current, found, id) => change.needs(current, found, id + others),
    decide: (current, found, moment) => change.decide(current, found, { ...moment, id: moment.id + others }),
  };
}

/**
 * Returns the needs that the database can answer. It cannot answer needs about records that the steps create or change.
 */
function stillToAsk(need: Need, found: Found, ahead: Ahead): readonly Need[] {
  if (need.need === 'ancestors') {
    const { unknown } = chainFrom(need.id, need, found, ahead);
    return unknown === undefined ? [] : [{ ...need, id: unknown }];
  }
  if (need.need === 'account') return [need];
  if ('id' in need) return ahead.has(recordKey(need.type, need.id)) ? [] : [need];
  return [{ ...need, besides: knownOf(need.type, ahead) }];
}

function among(found: Found, ahead: Ahead, own: PlannedRecord | undefined): Found {
  const at = (type: RecordTypeName, id: number) => ahead.get(recordKey(type, id));
  /** True if a planned record other than its own, not deleted, satisfies the predicate. */
  const isLeft = (type: RecordTypeName, isSuch: (fields: RecordFields) => boolean) =>
    ahead
      .values()
      .some((left) => left.type === type && left !== own && left.fields.Deleted !== true && isSuch(left.fields));
  return {
    alive(type, id) {
      const left = at(type, id);
      return left === undefined ? found.alive(type, id) : left.fields.Deleted !== true;
    },
    record: (type, id) => at(type, id) ?? found.record(type, id),
    ancestors(type, field, id) {
      const { chain, unknown } = chainFrom(id, { type, field }, found, ahead);
      return unknown === undefined ? chain : undefined;
    },
    taken(type, field, value) {
      const same = sameIn(type, field);
      const holds = ({ [field]: held }: RecordFields) => typeof held === 'string' && same(held) === same(value);
      return isLeft(type, holds) || found.taken(type, field, value, knownOf(type, ahead));
    },
    another(type, having) {
      const isSuch = (fields: RecordFields) =>
        Object.entries(having).every(([field, value]) => fields[field] === value);
      return isLeft(type, isSuch) || found.another(type, having, knownOf(type, ahead));
    },
    account: () => found.account(),
  };
}

/**
 * Returns IDs of planned records that the database would report in their state before the steps; queries exclude them.
 */
function knownOf(type: RecordTypeName, ahead: Ahead): Besides {
  return [...ahead.values()].filter((left) => left.type === type && !left.isNew).map(({ id }) => id);
}

/** Returns the normalisation by which values of a unique field are compared. */
function sameIn(type: RecordTypeName, field: string): (text: string) => string {
  const declared = fieldsOf(recordType(type))[field];
  return declared?.kind === 'text' && declared.unique === 'folded' ? fold : (text) => text;
}

/**
 * Follows the chain of ancestors, preferring planned records to stored ones. `unknown` is the ID from which the
 * database must continue.
 */
function chainFrom(
  id: number,
  { type, field }: { readonly type: RecordTypeName; readonly field: string },
  found: Found,
  ahead: Ahead,
): { readonly chain: readonly number[]; readonly unknown?: number } {
  const chain: number[] = [];
  for (let next: Json = id; typeof next === 'number' && !chain.includes(next); ) {
    const left = ahead.get(recordKey(type, next));
    if (left !== undefined) {
      chain.push(next);
      next = left.fields[field] ?? null;
      continue;
    }
    const kept = found.ancestors(type, field, next);
    if (kept === undefined) return { chain, unknown: next };
    const changed = kept.findIndex((one) => ahead.has(recordKey(type, one)));
    chain.push(...(changed === -1 ? kept : kept.slice(0, changed)));
    next = kept[changed] ?? null;
  }
  return { chain };
}

/** A step among the others of its plan. */
export interface PlannedChange {
  /** Change for the dry run, which must follow the order of the steps. */
  readonly change: Change;
  /** Returns its record as the earlier steps leave it; undefined if none of them changes it. */
  before(): PlannedRecord | undefined;
}

/**
 * Creates a sequence that carries records from step to step, so that each step is decided as if the earlier ones were
 * made.
 */
export function createPlanSequence(): (step: PlannedStep, change: Change) => PlannedChange {
  const left = new Map<string, PlannedRecord>();
  return (step, change) => {
    const id = change.id === 'new' ? placeholderID(step) : change.id;
    const place = recordKey(change.type, id);
    // As they are when its turn comes; they stay so when it is decided once more, after later ones, as of another moment.
    let ahead: Ahead | undefined;
    let isLeft = false;
    const before = () => ahead?.get(place);
    const inTurn = () => {
      ahead ??= new Map(left);
      const others = ahead.values().filter(({ type, isNew }) => isNew && type === change.type);
      return afterPendingCreates(withPlannedRecords(change, ahead), [...others].length);
    };
    const decide: Change['decide'] = (current, found, moment) => {
      const decision = inTurn().decide(current, found, moment);
      if (decision.decision === 'write' && !isLeft) {
        isLeft = true;
        const { fields, text } = decision;
        const version = ((before() ?? current)?.version ?? 0) + 1;
        const since = before()?.since ?? step.order;
        left.set(place, { type: change.type, id, version, text, fields, isNew: change.id === 'new', since });
      }
      return decision;
    };
    return { change: { ...change, needs: (...asked) => inTurn().needs(...asked), decide }, before };
  };
}
