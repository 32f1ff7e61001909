/** Adds proposals: performs a dry run of every write and stores it with its reason. Changes no record. */
import type { Caller } from '../accounts/caller.ts';
import type { IdempotencyKey } from '../accounts/idempotency.ts';
import { mayPropose } from '../accounts/permissions.ts';
import type { Json } from '../lib/json.ts';
import type { Patch } from '../lib/json-patch.ts';
import { createYield } from '../lib/turns.ts';
import { Problem } from '../problems.ts';
import { authorOf, awaitingApproval } from '../records/author.ts';
import type { Author, AuthorKind, DryRunContext } from '../records/store.ts';
import { type DryRunRequest, readDryRun } from '../records/writes/dry-run.ts';
import { type PatchLimits, readPatchDocument } from '../records/writes/patch-document.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { baseOf } from './clashes.ts';
import { type Evaluation, previewAfterStep } from './evaluate.ts';
import { outcomeOf } from './outcome.ts';
import { createPlanStampCheck } from './plan-stamps.ts';
import {
  createPlanSequence,
  findStepReferences,
  type PlannedChange,
  type PlannedStep,
  type StepReferences,
} from './planned-records.ts';
import { type Preview, previewDryRun } from './preview.ts';
import type { ProposalBase } from './proposal.ts';
import type { ProposalInput, ProposalInputs } from './proposal-input.ts';
import { changesNothing, planTooLarge } from './refusals.ts';
import { renderUnnumbered, withProposalNumbers } from './render-proposal.ts';
import { MAX_PLAN_BYTES, type SerializedProposal, serializedBytes, serializeProposal } from './serialize-proposal.ts';
import { validateStepReferences, withStepIDs, withStepReferences } from './step-references.ts';
import type { AddedProposals } from './store.ts';

export interface ProposeOptions {
  /** Kind of author, which depends on the route. */
  readonly as: AuthorKind;
  readonly once?: IdempotencyKey | undefined;
}

/** Stores the proposals and returns the answer: the proposal as JSON, or the list of steps of a plan. */
export async function propose(
  parts: ApprovalParts,
  caller: Caller,
  { title, steps }: ProposalInputs,
  { as, once }: ProposeOptions,
): Promise<AddedProposals | Problem> {
  const by = { ...authorOf(caller), kind: as };
  const asked = readSteps(parts, caller, { title, steps }, awaitingApproval(by));
  if (asked instanceof Problem) return asked;
  const proposing = parts.proposals(caller);
  const now = parts.approvalClock.now();
  // Before it is rehearsed: what was approved meanwhile could not be proposed once more.
  const first = once && (await proposing.answered(once, now));
  if (first !== undefined) return first;
  const rehearsed = await parts.records(caller).rehearse(asked.map(({ change }) => change));
  if (rehearsed instanceof Problem) return rehearsed;
  const plan = title === null ? null : { title, size: steps.length };
  const proposals: SerializedProposal[] = [];
  const shown: string[] = [];
  let bytes = 0;
  const turn = createYield();
  for (const [n, wish] of steps.entries()) {
    await turn();
    const judged = await judge(parts, caller, wish, asked[n]!, rehearsed[n]!);
    if (judged instanceof Problem) return title === null ? judged : ofStep(judged, n);
    const base = baseFor(wish, asked[n]!, rehearsed[n]!, parts.patchLimits);
    const { type, operation, write, reason } = wish;
    const recordID = operation === 'create' ? null : (write as { id: number }).id;
    const outcome = outcomeOf(judged.foreseen);
    const ready = serializeProposal(
      { type: type.name, recordID, operation, write, base, reason, by, outcome },
      { plan, order: n + 1, now },
    );
    bytes += serializedBytes(ready);
    if (plan !== null && bytes > MAX_PLAN_BYTES) return ofStep(planTooLarge(), n);
    proposals.push(ready);
    shown.push(renderUnnumbered(ready.proposal, judged, plan === null));
  }
  const answer = (first: number) => {
    if (plan === null) return withProposalNumbers(shown[0]!, first, null);
    return `[${shown.map((one, n) => withProposalNumbers(one, first + n, first)).join(',\n')}]`;
  };
  return proposing.add(proposals, { now, once, answer });
}

interface AskedStep extends DryRunRequest, PlannedChange {
  readonly named: StepReferences;
}

/** Parses the steps into changes, each as if the earlier ones were made. */
function readSteps(
  parts: ApprovalParts,
  caller: Caller,
  { title, steps }: ProposalInputs,
  by: Author,
): readonly AskedStep[] | Problem {
  const unknown = title === null ? undefined : validateStepReferences(steps);
  if (unknown !== undefined) return unknown;
  const plan: PlannedStep[] = steps.map(({ type, write }, n) => ({
    ...{ order: n + 1, type: type.name, write, state: 'pending', recordID: null },
  }));
  const asked: AskedStep[] = [];
  const follow = createPlanSequence();
  for (const [n, { type, write }] of steps.entries()) {
    const named = findStepReferences(plan[n]!, title === null ? [] : plan);
    const whole = withStepIDs(type, write, named.idOf) as Json;
    const read = mayPropose(caller, type.name) ?? readDryRun(type, whole, by, parts.patchLimits);
    if (read instanceof Problem) return title === null ? read : ofStep(read, n);
    asked.push({ ...read, ...follow(plan[n]!, read.change), named });
  }
  return asked;
}

/**
 * Predicts the effect of a step. It waits for earlier steps that change its record or create a record that it
 * references.
 */
async function judge(
  parts: ApprovalParts,
  caller: Caller,
  { type }: ProposalInput,
  asked: AskedStep,
  rehearsal: DryRunContext,
): Promise<(Evaluation & { readonly foreseen: Preview }) | Problem> {
  const { named } = asked;
  const foreseeing = { made: named.made, isTheirs: createPlanStampCheck(type, rehearsal) };
  const foreseen = await previewDryRun(parts.subscriptions(caller), type, asked, rehearsal, foreseeing);
  if (foreseen instanceof Problem) return foreseen;
  if (foreseen.run.written === undefined) return changesNothing();
  return {
    standing: 'applies',
    clashes: [],
    ...previewAfterStep(asked.before()?.since ?? named.after, type, foreseen, named),
  };
}

/**
 * Returns the base of a proposal. A later step is based on what the earlier steps leave; records that they create have
 * no ID yet.
 */
function baseFor(
  wish: ProposalInput,
  asked: AskedStep,
  { current, decision }: DryRunContext,
  limits: PatchLimits,
): ProposalBase | null {
  const found = asked.before() ?? current;
  if (found === undefined || decision.decision !== 'write') return null;
  const { version, values } = baseOf(wish.type, patchOf(wish, limits), found.version, decision.before!);
  return { version, values: withStepReferences(wish.type, values, asked.named.made) };
}

function patchOf({ write }: ProposalInput, limits: PatchLimits): Patch | undefined {
  if (!('patch' in write)) return undefined;
  const patch = readPatchDocument(write.patch, limits);
  return patch instanceof Problem ? undefined : patch;
}

function ofStep(problem: Problem, n: number): Problem {
  const { code, detail, members, headers, errors } = problem;
  const pointed = errors?.map((fault) =>
    'pointer' in fault && !fault.pointer.startsWith('/steps/')
      ? { ...fault, pointer: `/steps/${n}${fault.pointer}` }
      : fault,
  );
  return new Problem(code, `Step ${n + 1}: ${detail}`, {
    members: { ...members, step: n + 1 },
    headers,
    ...(pointed && { errors: pointed }),
  });
}
