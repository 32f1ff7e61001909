/** A step of a plan in its turn: rehearsed as if those before it that still wait were made, as when it was proposed. */
import type { Caller } from '../accounts/caller.ts';
import { Problem } from '../problems.ts';
import type { Author, Rehearsal } from '../records/store.ts';
import { askFor } from './asked.ts';
import type { ApprovalParts } from './parts.ts';
import { makeCourse } from './planned.ts';
import type { Plans } from './plans.ts';
import type { PlanStep, Proposal } from './proposal.ts';

/** In whose name it would be written. */
export type AuthorFor = (proposal: Proposal, caller: Caller) => Author;

export interface Turn {
  readonly rehearsal: Rehearsal;
  /** The first step that is still to be approved. */
  readonly after: number;
}

/** Undefined where no step before it waits. */
export type Turns = (proposal: Proposal) => Promise<Turn | Problem | undefined>;

/** Those of one plan are rehearsed together, once, when one of them is asked for. */
export function turnsOf(
  parts: ApprovalParts,
  caller: Caller,
  proposals: readonly Proposal[],
  plans: Plans,
  authorFor: AuthorFor,
): Turns {
  const courses = new Map<number, ReturnType<typeof rehearseCourse>>();
  return async (proposal) => {
    if (proposal.plan === null) return undefined;
    const steps = await plans.steps(proposal);
    const after = steps.find(({ state }) => state === 'pending')?.order ?? proposal.order;
    if (after >= proposal.order) return undefined;
    const asked = proposals.filter(({ plan }) => plan?.id === proposal.plan!.id);
    const rehearsed = await courses.getOrInsertComputed(proposal.plan.id, () =>
      rehearseCourse(parts, caller, steps, asked, authorFor(proposal, caller)),
    );
    if (rehearsed instanceof Problem) return rehearsed;
    const rehearsal = rehearsed.get(proposal.order);
    return rehearsal && { rehearsal, after };
  };
}

/** By their order, as far as one is asked for. `asked`: what is written may be another than what was proposed. */
async function rehearseCourse(
  parts: ApprovalParts,
  caller: Caller,
  steps: readonly PlanStep[],
  asked: readonly Proposal[],
  author: Author,
): Promise<ReadonlyMap<number, Rehearsal> | Problem> {
  const last = Math.max(...asked.map(({ order }) => order));
  const follow = makeCourse();
  const course = steps.flatMap((step) => {
    if (step.state !== 'pending' || step.order > last) return [];
    const wished = asked.find(({ id }) => id === step.id) ?? step;
    const read = askFor(parts, wished, steps, author);
    return read instanceof Problem ? [] : [{ order: step.order, ...follow(wished, read.change) }];
  });
  const rehearsed = await parts.records(caller).rehearse(course.map(({ change }) => change));
  return rehearsed instanceof Problem ? rehearsed : new Map(course.map(({ order }, n) => [order, rehearsed[n]!]));
}
