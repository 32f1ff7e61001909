/**
 * Runs dry runs of plan steps in order, as if the earlier pending steps had been made, as when the plan was proposed.
 */
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

/** Returns the author of the change that a proposal would make. */
export type ResolveAuthor = (proposal: Proposal, caller: Caller) => Author;

export interface PlanDryRun {
  readonly rehearsal: DryRunContext;
  /** Order of the first pending step, if the dry run follows all pending steps. */
  readonly after?: number;
}

/** Runs a dry run after earlier steps; returns undefined if no earlier step is pending. */
type InTurn = (proposal: Proposal) => Promise<PlanDryRun | Problem | undefined>;

export interface EvaluationOrder {
  /** Runs the dry run after all earlier pending steps, because any of them may make the step possible. */
  readonly afterAll: InTurn;
  /**
   * Runs the dry run after the steps that its record depends on; after all earlier steps if one of these is refused.
   */
  readonly onItsRecord: InTurn;
}

/** Shares what has been read and simulated of plans between evaluations in sequence. */
export interface EvaluationSession {
  readonly plans: PlanReader;
  /** Starts the evaluation of a batch of proposals. Evicts all plans to which none of them belongs. */
  turnsOf(proposals: readonly Proposal[], authorFor: ResolveAuthor): EvaluationOrder;
}

/**
 * Creates a session. The dry run of a plan proceeds only as far as requested and continues from there, so steps must be
 * evaluated in order.
 */
export function createEvaluationSession(parts: ApprovalParts, caller: Caller): EvaluationSession {
  const plans = createPlanReader(parts, caller);
  const courses = new Map<number, Map<string, Course>>();
  return {
    plans,
    turnsOf(proposals, authorFor) {
      const theirs = new Set(proposals.flatMap(({ plan }) => plan?.id ?? []));
      plans.keepOnly(theirs);
      retainPlans(courses, theirs);
      /** Runs the dry run in a sequence that is cached per plan and `reach`, which names the subset of steps. */
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

/**
 * Returns the steps on the same record and those whose records they reference. Steps reference only earlier steps, so
 * one backward pass suffices.
 */
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
  /** Dry runs of the requested steps, by order. */
  readonly of: ReadonlyMap<number, DryRunContext>;
  readonly firstRefused: number;
}

/** Continues the dry run to the last requested step; never goes back. */
type Course = (asked: readonly number[]) => Promise<Rehearsed | Problem>;

/**
 * Starts the dry run of a sequence of steps. Drops the results of earlier steps except the records they produce,
 * because each result contains several copies of its record.
 */
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
    // A failed dry run cannot be continued.
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
