/** Evaluates pending proposals with a new dry run against the current records. */
import type { Caller } from '../accounts/caller.ts';
import { permissionsOf } from '../accounts/roles.ts';
import { type RecordType, recordType } from '../catalogue/index.ts';
import type { JsonObject } from '../lib/json.ts';
import { createYield } from '../lib/turns.ts';
import { Problem } from '../problems.ts';
import { awaitingApproval } from '../records/author.ts';
import type { Author, DryRunContext, RecordFields } from '../records/store.ts';
import type { DryRunRequest } from '../records/writes/dry-run.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { type Clash, findClashes } from './clashes.ts';
import {
  createEvaluationSession,
  type EvaluationOrder,
  type EvaluationSession,
  type ResolveAuthor,
} from './evaluation-order.ts';
import { earlierStepsOnRecord, type PlanReader } from './plan-reader.ts';
import { createPlanStampCheck, type IsPlanStamp } from './plan-stamps.ts';
import { afterPendingCreates, type StepReferences, withPlannedRecords } from './planned-records.ts';
import { type Preview, previewDryRun } from './preview.ts';
import type { PlanStep, Proposal, ProposalStatus } from './proposal.ts';
import { changesNothing, proposerRevoked, waitsForStep } from './refusals.ts';
import { type RequestedStep, requestStep } from './requested-step.ts';
import { changesWithStepReferences, resolveStepReferences, withStepReferences } from './step-references.ts';

export interface Evaluation {
  readonly standing: ProposalStatus;
  readonly clashes: readonly Clash[];
  /** Preview of a proposal that applies. */
  readonly foreseen?: Preview;
  readonly asked?: DryRunRequest;
  /** Reason of the refusal, if the status is `refused`. */
  readonly refusal?: Problem;
  /**
   * True if the refusal may be temporary: an earlier step is still pending, or the proposer currently lacks permission
   * to write.
   */
  readonly mayPass?: true;
  /** Order of the step that must be approved first. */
  readonly after?: number;
}

export interface EvaluationParts {
  readonly authorFor?: ResolveAuthor;
  /** Evaluates the proposal for immediate execution, without assuming that earlier pending steps have been made. */
  readonly atOnce?: boolean;
  /** Session to share with other evaluations of the same plans. */
  readonly looks?: EvaluationSession;
}

/** Returns the evaluations, in the order of the proposals; a Problem if evaluation is currently impossible. */
export async function evaluate(
  parts: ApprovalParts,
  caller: Caller,
  proposals: readonly Proposal[],
  { authorFor = approvedAuthor, atOnce = false, looks = createEvaluationSession(parts, caller) }: EvaluationParts = {},
): Promise<readonly Evaluation[] | Problem> {
  if (proposals.length === 0) return [];
  const rights = await rightsOf(parts, caller);
  const { plans } = looks;
  const turns = looks.turnsOf(proposals, authorFor);
  const asked = await Promise.all(
    proposals.map(async (proposal) => {
      // Before it is rehearsed: of a step that is approved meanwhile it is known then that it waited, and not that nothing waits any more.
      const steps = proposal.order > 1 ? await plans.steps(proposal) : [];
      return requestStep(parts, proposal, steps, authorFor(proposal, caller));
    }),
  );
  const good = asked.filter((one): one is RequestedStep => !(one instanceof Problem));
  const changes = good.map(({ change, named, others }) =>
    afterPendingCreates(withPlannedRecords(change, named.planned()), atOnce ? 0 : others),
  );
  const rehearsed = await parts.records(caller).rehearse(changes);
  if (rehearsed instanceof Problem) return rehearsed;
  const rehearsals = new Map(good.map((one, n) => [one, rehearsed[n]!]));
  const stood: Evaluation[] = [];
  const turn = createYield();
  for (const [n, proposal] of proposals.entries()) {
    await turn();
    const one = asked[n]!;
    const lacking = rights(proposal);
    if (one instanceof Problem) stood.push(refused(one));
    else if (lacking !== undefined) stood.push({ ...refused(lacking), mayPass: true });
    else {
      const found = await standOne(parts, caller, proposal, one, rehearsals.get(one)!, { plans, turns, atOnce });
      if (found instanceof Problem) return found;
      stood.push(found);
    }
  }
  return stood;
}

/** Context of one evaluation: the plans and their evaluation order. */
interface Course {
  readonly plans: PlanReader;
  readonly turns: EvaluationOrder;
  readonly atOnce: boolean;
}

/** Evaluates one proposal. Returns a Problem if the dry run itself failed, which says nothing about the proposal. */
async function standOne(
  parts: ApprovalParts,
  caller: Caller,
  proposal: Proposal,
  asked: RequestedStep,
  rehearsal: DryRunContext,
  { plans, turns, atOnce }: Course,
): Promise<Evaluation | Problem> {
  const type = recordType(proposal.type);
  const { named } = asked;
  const { decision } = rehearsal;
  const before = await earlierStepsOnRecord(proposal, plans);
  const waitsFor = before.find(({ state }) => state === 'pending')?.order;
  const after = waitsFor ?? named.after;
  // Where those before it on its record wait, it means, and comes to, what it does after them.
  const onRecord = waitsFor === undefined || atOnce ? undefined : await turns.onItsRecord(proposal);
  if (onRecord instanceof Problem) return onRecord;
  const found = onRecord?.rehearsal ?? rehearsal;
  const isTheirs = createPlanStampCheck(type, found, { steps: before, plans });
  const clashes = await clashesBeyond(proposal, before, found, named, { plans, isTheirs });
  if (clashes !== 'gone' && clashes.length === 0) {
    // Refused by itself, one of the others may make room for it.
    const turn = onRecord ?? (decision.decision === 'refused' ? await turns.afterAll(proposal) : undefined);
    if (turn instanceof Problem) return turn;
    const rehearsed = turn?.rehearsal ?? rehearsal;
    const foreseeing = { made: named.made, isTheirs };
    const foreseen = await previewDryRun(parts.subscriptions(caller), type, asked, rehearsed, foreseeing);
    if (!(foreseen instanceof Problem) && foreseen.run.written !== undefined) {
      const first = (decision.decision === 'refused' ? turn?.after : undefined) ?? after;
      return { standing: 'applies', clashes: [], asked, ...previewAfterStep(first, type, foreseen, named) };
    }
  }
  if (after !== undefined) return { ...refused(waitsForStep(after)), mayPass: true, after };
  if (clashes === 'gone' || clashes.length > 0) {
    return { standing: 'conflict', clashes: clashes === 'gone' ? [] : clashes };
  }
  return refused(decision.decision === 'refused' ? decision.problem : changesNothing());
}

/** Returns the conflicts, without timestamps that earlier steps of the same plan set automatically. */
async function clashesBeyond(
  proposal: Proposal,
  before: readonly PlanStep[],
  { current, decision }: DryRunContext,
  { unmade }: StepReferences,
  { plans, isTheirs }: { readonly plans: PlanReader; readonly isTheirs: IsPlanStamp },
): Promise<readonly Clash[] | 'gone'> {
  const type = recordType(proposal.type);
  const steps = before.length === 0 ? [] : await plans.steps(proposal);
  const base = proposal.base && { ...proposal.base, values: resolveStepReferences(type, proposal.base.values, steps) };
  const stored = (): RecordFields | undefined => current && JSON.parse(current.text);
  const found = decision.decision === 'write' ? decision.before : stored();
  const clashes = findClashes(base, found && withStepReferences(type, found, unmade));
  if (clashes === 'gone' || before.length === 0) return clashes;
  const beyond: Clash[] = [];
  for (const clash of clashes) {
    if (!(await isTheirs(clash.field, clash.is))) beyond.push(clash);
  }
  return beyond;
}

function refused(refusal: Problem): Evaluation {
  return { standing: 'refused', clashes: [], refusal };
}

/** Returns the preview of a proposal that applies, and the step that it waits for. */
export function previewAfterStep(
  after: number | undefined,
  type: RecordType,
  foreseen: Preview,
  named: StepReferences,
) {
  return after === undefined ? { foreseen } : { foreseen: beforehand(type, foreseen, named), after };
}

/** Replaces IDs of records that do not exist yet by references to the steps that create them. */
function beforehand(type: RecordType, foreseen: Preview, { unmade }: StepReferences): Preview {
  if (unmade.size === 0) return foreseen;
  const text = JSON.stringify(withStepReferences(type, JSON.parse(foreseen.run.text) as JsonObject, unmade));
  return {
    ...foreseen,
    run: { ...foreseen.run, text, changed: changesWithStepReferences(type, foreseen.run.changed, unmade) },
  };
}

/** Returns the author after approval: the proposer, with the e-mail address of the approving person. */
export function approvedAuthor({ by }: Proposal, { person }: Caller): Author {
  if (person === undefined) return awaitingApproval(by);
  const { id, name, email } = person;
  return { ...by, email, approvedBy: { kind: 'person', id: String(id), name, email } };
}

type Rights = (proposal: Proposal) => Problem | undefined;

/**
 * Checks that the proposing integration still exists and may write the type. The approval of a person does not replace
 * this permission.
 */
async function rightsOf(parts: ApprovalParts, { account }: Caller): Promise<Rights> {
  const integrations = new Map((await parts.integrations(account)).map((one) => [one.id, one]));
  return ({ by, type }) => {
    const integration = integrations.get(by.id ?? '');
    if (integration === undefined || integration.revokedOn !== null) return proposerRevoked(by.name);
    if (!permissionsOf(integration)[type].write)
      return new Problem('forbidden', `${by.name}, which proposed this, may no longer write ${type}.`);
    return undefined;
  };
}
