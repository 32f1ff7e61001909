/** Reads the plans of proposals that are being evaluated. */
import type { Caller } from '../accounts/caller.ts';
import type { StoredRecord } from '../records/store.ts';
import type { ApprovalParts } from './approval-parts.ts';
import type { PlanStep, Proposal } from './proposal.ts';

/** Cached reader for plans: reads each plan and proposal only once. */
export interface PlanReader {
  steps(proposal: Proposal): Promise<readonly PlanStep[]>;
  /** Returns the whole proposal, including its outcome, which may be large. */
  whole(step: PlanStep): Promise<Proposal | undefined>;
  /** Returns the record version that an approved step produced; undefined if the log no longer has it. */
  made(step: PlanStep): Promise<StoredRecord | undefined>;
  /** Evicts all other plans from the cache, and all whole proposals, because they are large. */
  keepOnly(plans: ReadonlySet<number>): void;
}

export function createPlanReader(parts: ApprovalParts, caller: Caller): PlanReader {
  const proposals = parts.proposals(caller);
  const now = parts.approvalClock.now();
  const steps = new Map<number, Promise<readonly PlanStep[]>>();
  const whole = new Map<number, Promise<Proposal | undefined>>();
  return {
    steps: ({ plan }) =>
      plan === null ? Promise.resolve([]) : steps.getOrInsertComputed(plan.id, () => proposals.ofPlan(plan.id, now)),
    whole: ({ id }) => whole.getOrInsertComputed(id, () => proposals.find(id, now)),
    async made({ type, recordID, madeVersion }) {
      const version = await parts.log(caller).version(type, recordID!, madeVersion!);
      return version === 'gone' ? undefined : version;
    },
    keepOnly(plans) {
      retainPlans(steps, plans);
      whole.clear();
    },
  };
}

/** Deletes the entries of all other plans from a map keyed by plan ID. */
export function retainPlans(known: Map<number, unknown>, plans: ReadonlySet<number>): void {
  for (const plan of known.keys()) if (!plans.has(plan)) known.delete(plan);
}

/** Returns the earlier steps of its plan on the same record. */
export async function earlierStepsOnRecord(proposal: Proposal, plans: PlanReader): Promise<readonly PlanStep[]> {
  const { id, order, recordID } = proposal;
  if (order === 1 || recordID === null) return [];
  return (await plans.steps(proposal)).filter((one) => one.id < id && isOnSameRecord(one, proposal));
}

/** True if both steps are on the same record and the record exists already. */
export function isOnSameRecord(one: PlanStep, { type, recordID }: PlanStep): boolean {
  return recordID !== null && one.type === type && one.recordID === recordID;
}
