/** A step of a plan in its turn: rehearsed as if those before it that still wait were made, as when it was proposed. */
import type { Caller } from '../accounts/caller.ts';
import { recordType } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { Author, Rehearsal } from '../records/store.ts';
import { askFor } from './asked.ts';
import type { ApprovalParts } from './parts.ts';
import { makeCourse } from './planned.ts';
import { isOnSame, type Plans } from './plans.ts';
import type { PlanStep, Proposal } from './proposal.ts';
import { placeOf, stepsNamed } from './steps.ts';

/** In whose name it would be written. */
export type AuthorFor = (proposal: Proposal, caller: Caller) => Author;

export interface Turn {
  readonly rehearsal: Rehearsal;
  /** The first step that is still to be approved. */
  readonly after: number;
}

/** Undefined where no step before it waits. */
type InTurn = (proposal: Proposal) => Promise<Turn | Problem | undefined>;

export interface Turns {
  /** After all of them: any of them may make room for it. */
  readonly afterAll: InTurn;
  /** After those that its record comes from; after all of them where one of these needs room itself. */
  readonly onItsRecord: InTurn;
}

type Rehearsed = ReadonlyMap<number, Rehearsal>;

/** Those that are looked at together are rehearsed together, once, when one of them is asked for. */
export function turnsOf(
  parts: ApprovalParts,
  caller: Caller,
  proposals: readonly Proposal[],
  plans: Plans,
  authorFor: AuthorFor,
): Turns {
  const courses = new Map<string, Promise<Rehearsed | Problem>>();
  /** `reach`: what of the plan counts, up to the last of `asked`. */
  const inTurn = async (proposal: Proposal, asked: readonly Proposal[], reach: string, courseOf = allOf) => {
    const steps = await plans.steps(proposal);
    const waiting = steps.filter(({ state }) => state === 'pending');
    const after = waiting[0]?.order ?? proposal.order;
    if (after >= proposal.order) return undefined;
    const rehearsed = await courses.getOrInsertComputed(`${proposal.plan!.id} ${reach}`, () => {
      const last = Math.max(...asked.map(({ order }) => order));
      const upTo = waiting.filter(({ order }) => order <= last);
      return rehearseCourse(parts, caller, steps, courseOf(upTo, asked), asked, authorFor(proposal, caller));
    });
    if (rehearsed instanceof Problem) return rehearsed;
    const rehearsal = rehearsed.get(proposal.order);
    return rehearsal && { rehearsal, after, rehearsed };
  };
  const ofPlan = ({ plan }: Proposal) => proposals.filter((one) => plan !== null && one.plan?.id === plan.id);
  const afterAll: InTurn = async (proposal) => inTurn(proposal, ofPlan(proposal), 'whole');
  return {
    afterAll,
    async onItsRecord(proposal) {
      const asked = ofPlan(proposal).filter((one) => isOnSame(one, proposal));
      const turn = await inTurn(proposal, asked, placeOf(proposal.type, proposal.recordID), comingFrom);
      if (turn === undefined || turn instanceof Problem) return turn;
      const needsRoom = turn.rehearsed
        .entries()
        .some(([order, { decision }]) => order <= proposal.order && decision.decision === 'refused');
      return needsRoom ? afterAll(proposal) : turn;
    },
  };
}

const allOf = (steps: readonly PlanStep[], _asked: readonly PlanStep[]) => steps;

/** Those on the record of `asked`, and those whose records they name: each names earlier ones alone. */
function comingFrom(steps: readonly PlanStep[], asked: readonly PlanStep[]): readonly PlanStep[] {
  const named = new Set<number>();
  const found = steps.toReversed().filter((step) => {
    if (!named.has(step.order) && !isOnSame(step, asked[0]!)) return false;
    const { type, write } = asked.find(({ id }) => id === step.id) ?? step;
    for (const order of stepsNamed(recordType(type), write)) named.add(order);
    return true;
  });
  return found.reverse();
}

/** By their order. `asked`: what is written may be another than what was proposed. */
async function rehearseCourse(
  parts: ApprovalParts,
  caller: Caller,
  steps: readonly PlanStep[],
  course: readonly PlanStep[],
  asked: readonly Proposal[],
  author: Author,
): Promise<Rehearsed | Problem> {
  const follow = makeCourse();
  const followed = course.flatMap((step) => {
    const wished = asked.find(({ id }) => id === step.id) ?? step;
    const read = askFor(parts, wished, steps, author);
    return read instanceof Problem ? [] : [{ order: step.order, ...follow(wished, read.change) }];
  });
  const rehearsed = await parts.records(caller).rehearse(followed.map(({ change }) => change));
  return rehearsed instanceof Problem ? rehearsed : new Map(followed.map(({ order }, n) => [order, rehearsed[n]!]));
}
