/** A step of a plan in its turn: rehearsed as if those before it that still wait were made, as when it was proposed. */
import type { Caller } from '../accounts/caller.ts';
import { recordType } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { Author, DryRunContext } from '../records/store.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { createPlanReader, isOnSameRecord, type PlanReader, retainPlans } from './plan-reader.ts';
import { createPlanSequence } from './planned-records.ts';
import type { PlanStep, Proposal } from './proposal.ts';
import { requestStep } from './requested-step.ts';
import { recordKey, referencedSteps } from './step-references.ts';

/** In whose name it would be written. */
export type ResolveAuthor = (proposal: Proposal, caller: Caller) => Author;

export interface PlanDryRun {
  readonly rehearsal: DryRunContext;
  /** Where it comes after all of them: the first. */
  readonly after?: number;
}

/** Undefined where no step before it waits. */
type InTurn = (proposal: Proposal) => Promise<PlanDryRun | Problem | undefined>;

export interface EvaluationOrder {
  /** After all of them: any of them may make room for it. */
  readonly afterAll: InTurn;
  /** After those that its record comes from; after all of them where one of these needs room itself. */
  readonly onItsRecord: InTurn;
}

/** What is known of the plans of those that are looked at one after the other. */
export interface EvaluationSession {
  readonly plans: PlanReader;
  /** Those that are looked at next, together. Of a plan that is none of theirs nothing is kept. */
  turnsOf(proposals: readonly Proposal[], authorFor: ResolveAuthor): EvaluationOrder;
}

/** A plan is rehearsed step by step, as far as is asked for, and goes on from there: its steps have to be looked at in their order. */
export function createEvaluationSession(parts: ApprovalParts, caller: Caller): EvaluationSession {
  const plans = createPlanReader(parts, caller);
  const courses = new Map<number, Map<string, Course>>();
  return {
    plans,
    turnsOf(proposals, authorFor) {
      const theirs = new Set(proposals.flatMap(({ plan }) => plan?.id ?? []));
      plans.keepOnly(theirs);
      retainPlans(courses, theirs);
      /** `reach`: what of the plan counts. */
      const inTurn = async (proposal: Proposal, asked: readonly Proposal[], reach: string, courseOf = allOf) => {
        const steps = await plans.steps(proposal);
        const waiting = steps.filter(({ state }) => state === 'pending');
        const after = waiting[0]?.order ?? proposal.order;
        if (after >= proposal.order) return undefined;
        const course = courses
          .getOrInsertComputed(proposal.plan!.id, () => new Map())
          .getOrInsertComputed(reach, () => {
            // What is written may be another than what was proposed.
            const wished = waiting.map((step) => (step.id === proposal.id ? proposal : step));
            return startCourse(parts, caller, steps, courseOf(wished, proposal), authorFor(proposal, caller));
          });
        const rehearsed = await course(asked.map(({ order }) => order));
        if (rehearsed instanceof Problem) return rehearsed;
        const rehearsal = rehearsed.of.get(proposal.order);
        return rehearsal && { rehearsal, after, needsRoom: rehearsed.firstRefused <= proposal.order };
      };
      const ofPlan = ({ plan }: Proposal) => proposals.filter((one) => plan !== null && one.plan?.id === plan.id);
      const afterAll: InTurn = async (proposal) => inTurn(proposal, ofPlan(proposal), 'whole');
      return {
        afterAll,
        async onItsRecord(proposal) {
          const asked = ofPlan(proposal).filter((one) => isOnSameRecord(one, proposal));
          const turn = await inTurn(proposal, asked, recordKey(proposal.type, proposal.recordID), comingFrom);
          if (turn === undefined || turn instanceof Problem) return turn;
          return turn.needsRoom ? afterAll(proposal) : { rehearsal: turn.rehearsal };
        },
      };
    },
  };
}

const allOf = (steps: readonly PlanStep[], _of: PlanStep) => steps;

/** Those on the same record, and those whose records they name: each names earlier ones alone. */
function comingFrom(steps: readonly PlanStep[], of: PlanStep): readonly PlanStep[] {
  const named = new Set<number>();
  const found = steps.toReversed().filter((step) => {
    if (!named.has(step.order) && !isOnSameRecord(step, of)) return false;
    for (const order of referencedSteps(recordType(step.type), step.write)) named.add(order);
    return true;
  });
  return found.reverse();
}

interface Rehearsed {
  /** By their order, those that were asked for. */
  readonly of: ReadonlyMap<number, DryRunContext>;
  readonly firstRefused: number;
}

/** Goes on to the last of the steps that are asked for, and never back. */
type Course = (asked: readonly number[]) => Promise<Rehearsed | Problem>;

/** Each holds its record several times over: of those behind it, it keeps only how they leave the records. */
function startCourse(
  parts: ApprovalParts,
  caller: Caller,
  steps: readonly PlanStep[],
  course: readonly PlanStep[],
  author: Author,
): Course {
  const follow = createPlanSequence();
  let ahead = course;
  let rehearsed: Rehearsed | Problem = { of: new Map(), firstRefused: Number.POSITIVE_INFINITY };
  let kept: readonly number[] = [];
  return async (asked) => {
    const last = Math.max(...asked);
    const next = ahead.filter(({ order }) => order <= last);
    const wanted = (of: readonly PlanStep[]) => of.map(({ order }) => order).filter((order) => asked.includes(order));
    if (next.length > 0) kept = wanted(next);
    // Left out, it would be taken for one before which nothing waits.
    if (!wanted(course).every((order) => kept.includes(order))) throw new Error('Steps are looked at in their order');
    // What broke off half-way cannot be gone on with.
    if (next.length === 0 || rehearsed instanceof Problem) return rehearsed;
    ahead = ahead.slice(next.length);
    const followed = next.flatMap((step) => {
      const read = requestStep(parts, step, steps, author);
      return read instanceof Problem ? [] : [{ order: step.order, ...follow(step, read.change) }];
    });
    const found = await parts.records(caller).rehearse(followed.map(({ change }) => change));
    if (found instanceof Problem) {
      rehearsed = found;
      return found;
    }
    const all = followed.map(({ order }, n) => [order, found[n]!] as const);
    const refused = all.find(([, { decision }]) => decision.decision === 'refused')?.[0];
    const firstRefused = Math.min(rehearsed.firstRefused, refused ?? Number.POSITIVE_INFINITY);
    rehearsed = { of: new Map(all.filter(([order]) => kept.includes(order))), firstRefused };
    return rehearsed;
  };
}
