/** What is read of the plans of proposals that somebody looks at. */
import type { Caller } from '../accounts/caller.ts';
import type { StoredRecord } from '../records/store.ts';
import type { ApprovalParts } from './approval-parts.ts';
import type { PlanStep, Proposal } from './proposal.ts';

/** The plans that are looked at; what is needed of them is read once. */
export interface PlanReader {
  steps(proposal: Proposal): Promise<readonly PlanStep[]>;
  /** With what it came to, which may be large. */
  whole(step: PlanStep): Promise<Proposal | undefined>;
  /** The record as a step that was approved left it; undefined where nobody knows any more. */
  made(step: PlanStep): Promise<StoredRecord | undefined>;
  /** The others are forgotten; of these, too, what is large. */
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

/** Of what is known by plan. */
export function retainPlans(known: Map<number, unknown>, plans: ReadonlySet<number>): void {
  for (const plan of known.keys()) if (!plans.has(plan)) known.delete(plan);
}

/** The steps before it on the same record. */
export async function earlierStepsOnRecord(proposal: Proposal, plans: PlanReader): Promise<readonly PlanStep[]> {
  const { id, order, recordID } = proposal;
  if (order === 1 || recordID === null) return [];
  return (await plans.steps(proposal)).filter((one) => one.id < id && isOnSameRecord(one, proposal));
}

/** On one record that is there already. */
export function isOnSameRecord(one: PlanStep, { type, recordID }: PlanStep): boolean {
  return recordID !== null && one.type === type && one.recordID === recordID;
}
