/**
 * Approves or rejects proposals on behalf of a person. An approved proposal becomes an ordinary change, in one
 * transaction with its new state. The change is made only if its effect equals the one that the person saw.
 */
import type { Caller, Person } from '../accounts/caller.ts';
import { mayWrite } from '../accounts/permissions.ts';
import { type RecordTypeName, recordType } from '../catalogue/index.ts';
import { fold } from '../lib/fold.ts';
import type { Json } from '../lib/json.ts';
import { type AuditEntry, type AuditWhat, actorOf } from '../people/audit.ts';
import { RIGHTS } from '../people/person.ts';
import { Problem } from '../problems.ts';
import type { Change, Decision } from '../records/store.ts';
import type { FieldChange } from '../records/writes/changed.ts';
import { lastingChange } from '../records/writes/dry-run.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { editedAuthor, editProposal } from './edit.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { describeRefusal, outcomeOf, refusalOutcome } from './outcome.ts';
import type { Decider, Proposal, ProposalOutcome } from './proposal.ts';
import { alreadyDecided, effectChanged, noSuchProposal, waitsForStep } from './refusals.ts';
import type { Settlement } from './store.ts';

/** The caller who decides, and the client address. */
export interface DecisionContext {
  readonly caller: Caller;
  /** Null on the command line. */
  readonly address: string | null;
}

export interface ApprovalInput {
  readonly id: number;
  /** The effect that the person saw. */
  readonly effect: string;
  /**
   * Replaces the proposed write: a patch, or the fields of a new record. The change then counts as the person's own.
   */
  readonly instead?: Json | undefined;
}

export async function approve(
  parts: ApprovalParts,
  deciding: DecisionContext,
  { id, effect, instead }: ApprovalInput,
  comment: string | null,
): Promise<Proposal | Problem> {
  const found = await decidable(parts, deciding.caller, id);
  if (found instanceof Problem) return found;
  const isEdited = instead !== undefined;
  const proposal = isEdited ? await editProposal(parts, deciding.caller, found, instead) : found;
  if (proposal instanceof Problem) return proposal;
  const looking = { atOnce: true, ...(isEdited && { authorFor: editedAuthor }) };
  const standNow = () => evaluate(parts, deciding.caller, [proposal], looking);
  const stood = await standNow();
  if (stood instanceof Problem) return stood;
  const refusal = await refusalOf(stood[0]!);
  if (refusal !== undefined) return refusal;
  const changed = await parts.records(deciding.caller).change(approved(parts, deciding, proposal, stood[0]!, comment));
  return changed instanceof Problem ? refusedMeanwhile(changed) : again(parts, deciding.caller, id);

  /** Returns the reason why it cannot be approved as the person saw it; undefined if it can. */
  async function refusalOf({ standing, clashes, foreseen, refusal, mayPass, after }: Evaluation) {
    if (standing === 'conflict') return conflict(clashes);
    if (standing === 'refused') return mayPass ? refusal! : refusedFor(refusal!);
    if (after !== undefined) return waitsForStep(after);
    return foreseen!.effect === effect ? undefined : effectChanged(foreseen!.effect);
  }

  /**
   * Marks the proposal as failed if the record rules refuse it. Transient errors and refusals of an edited version
   * leave it pending.
   */
  async function refusedFor(problem: Problem): Promise<Problem> {
    return !isEdited && isJudgement(problem) ? fail(parts, deciding, found as Proposal, problem, comment) : problem;
  }

  /**
   * Evaluates the proposal again after its change was refused. A concurrent change has altered its effect or caused a
   * conflict.
   */
  async function refusedMeanwhile(problem: Problem): Promise<Problem> {
    const isAnother = problem.code === 'effect_changed';
    if (!isAnother && !isJudgement(problem)) return problem;
    const stood = await standNow();
    if (stood instanceof Problem) return problem;
    // Where there is none, it was changed back.
    const refusal = await refusalOf(stood[0]!);
    return refusal ?? (isAnother ? effectChanged(effect) : refusedFor(problem));
  }
}

function isJudgement({ status, code }: Problem): boolean {
  return status < 500 && !TRANSIENT_CODES.has(code);
}

/** Problem codes that do not make a proposal fail, because they say nothing about it. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['effect_changed', 'proposal_decided', 'not_found']);

export async function reject(
  parts: ApprovalParts,
  deciding: DecisionContext,
  id: number,
  comment: string,
): Promise<Proposal | Problem> {
  const proposal = await decidable(parts, deciding.caller, id);
  if (proposal instanceof Problem) return proposal;
  const audit = remembered(parts, deciding, 'proposal.rejected', proposal, comment);
  const settled = await settle(parts, deciding.caller, id, { state: 'rejected', comment, audit });
  if (settled instanceof Problem) return settled;
  return again(parts, deciding.caller, id);
}

export interface DecisionResult {
  readonly id: number;
  readonly outcome: 'approved' | 'stale' | 'conflict' | 'failed' | 'refused' | 'skipped';
  readonly problem?: Problem;
}

/**
 * Approves exactly these proposals, one after the other, steps of a plan in order. If a step is not approved, the later
 * steps of its plan are skipped.
 */
export async function approveMany(
  parts: ApprovalParts,
  deciding: DecisionContext,
  items: readonly ApprovalInput[],
  comment: string | null,
): Promise<readonly DecisionResult[]> {
  const stopped = new Map<number, number>();
  const decided = new Map<number, DecisionResult>();
  for (const item of [...items].sort((a, b) => a.id - b.id)) {
    const found = await parts.proposals(deciding.caller).find(item.id, parts.approvalClock.now());
    const plan = found?.plan?.id;
    const at = plan === undefined ? undefined : stopped.get(plan);
    if (at !== undefined) {
      decided.set(item.id, { id: item.id, outcome: 'skipped', problem: stoppedAt(at) });
      continue;
    }
    const result = await approve(parts, deciding, item, comment);
    const outcome = result instanceof Problem ? await outcomeFor(parts, deciding.caller, item.id, result) : 'approved';
    decided.set(item.id, { id: item.id, outcome, ...(result instanceof Problem && { problem: result }) });
    if (result instanceof Problem && plan !== undefined) stopped.set(plan, found!.order);
  }
  return items.map(({ id }) => decided.get(id)!);
}

export function describeDecision({ id, outcome, problem }: DecisionResult) {
  return { id, outcome, problem: problem === undefined ? null : describeRefusal(problem) };
}

async function outcomeFor(parts: ApprovalParts, caller: Caller, id: number, { code }: Problem) {
  if (code === 'effect_changed') return 'stale';
  if (code === 'proposal_conflict') return 'conflict';
  const now = await parts.proposals(caller).find(id, parts.approvalClock.now());
  return now?.state === 'failed' ? 'failed' : 'refused';
}

function stoppedAt(order: number): Problem {
  return new Problem('conflict', `Step ${order} of its plan was not approved: the steps after it were left alone.`);
}

/** Returns a pending proposal that this person may decide; otherwise a Problem. */
async function decidable(parts: ApprovalParts, caller: Caller, id: number): Promise<Proposal | Problem> {
  if (caller.person === undefined) return new Problem('forbidden', 'Proposals are decided by people alone.');
  const proposal = await parts.proposals(caller).find(id, parts.approvalClock.now());
  if (proposal === undefined) return noSuchProposal();
  const lacking = mayWrite(caller, proposal.type) ?? mustBeAnother(parts, proposal, caller.person);
  if (lacking !== undefined) return lacking;
  return proposal.state === 'pending' ? proposal : alreadyDecided(proposal.state);
}

function mustBeAnother({ needsAnother }: ApprovalParts, { by }: Proposal, { email }: Person): Problem | undefined {
  if (!needsAnother || fold(by.email) !== fold(email)) return undefined;
  return new Problem('forbidden', `${by.name} works for you: somebody else has to decide about what it proposes.`);
}

/**
 * Returns the proposed change, which resolves the proposal when committed. Refuses it if its effect would differ from
 * the one that the person saw.
 */
function approved(
  parts: ApprovalParts,
  deciding: DecisionContext,
  proposal: Proposal & { readonly edited?: Json },
  { asked, foreseen }: Evaluation,
  comment: string | null,
): Change {
  const type = recordType(proposal.type);
  const { change, givesNumber } = asked!;
  const { run, effect } = foreseen!;
  const { edited } = proposal;
  const outcome: ProposalOutcome = { ...outcomeOf(foreseen!), ...(edited !== undefined && { edited }) };
  const audit = { effect, ...(edited !== undefined && { edited: true }), ...rightsIn(type.name, run.changed) };
  const seen = JSON.stringify([run.lasting, run.events]);
  return {
    ...change,
    fulfils: {
      proposal: proposal.id,
      on: parts.approvalClock.now(),
      by: JSON.stringify(deciderOf(deciding.caller)),
      comment,
      outcome: JSON.stringify(outcome),
      audit: remembered(parts, deciding, 'proposal.approved', proposal, comment, audit),
    },
    decide(current, found, moment): Decision {
      const decision = change.decide(current, found, moment);
      if (decision.decision === 'refused') return decision;
      const decideAt = (now: number) => change.decide(current, found, { ...moment, now });
      const now =
        decision.decision === 'write' && JSON.stringify([lastingChange(type, givesNumber, decideAt), decision.events]);
      return now === seen ? decision : { decision: 'refused', problem: effectChanged(null) };
    },
  };
}

/** Marks a proposal as failed: a person approved it, but the rules refuse it. The proposer sees the reason. */
async function fail(
  parts: ApprovalParts,
  deciding: DecisionContext,
  proposal: Proposal,
  refusal: Problem,
  comment: string | null,
): Promise<Problem> {
  const outcome = refusalOutcome(refusal);
  const audit = remembered(parts, deciding, 'proposal.failed', proposal, comment, { code: refusal.code });
  return (await settle(parts, deciding.caller, proposal.id, { state: 'failed', comment, outcome, audit })) ?? refusal;
}

async function settle(
  parts: ApprovalParts,
  caller: Caller,
  id: number,
  how: Omit<Settlement, 'by'>,
): Promise<Problem | undefined> {
  const store = parts.proposals(caller);
  const now = parts.approvalClock.now();
  if (await store.settle(id, { ...how, by: deciderOf(caller) }, now)) return undefined;
  // Another request decided it first.
  const found = await store.find(id, now);
  return found === undefined ? noSuchProposal() : alreadyDecided(found.state);
}

/** Withdraws a proposal for its proposer. Repeating a withdrawal is not an error. */
export async function withdraw(parts: ApprovalParts, caller: Caller, id: number): Promise<Problem | undefined> {
  const found = await parts.proposals(caller).find(id, parts.approvalClock.now());
  if (found === undefined || found.by.id !== caller.integration.id) return noSuchProposal();
  if (found.state === 'rejected' && found.decidedBy?.kind === 'integration') return undefined;
  return settle(parts, caller, id, { state: 'rejected', comment: 'Withdrawn.' });
}

function deciderOf({ person, integration }: Caller): Decider {
  if (person === undefined) return { kind: 'integration', id: integration.id, name: integration.name, email: null };
  return { kind: 'person', id: String(person.id), name: person.name, email: person.email };
}

function conflict(clashes: Evaluation['clashes']): Problem {
  const fields = clashes.map(({ field }) => field).join(', ');
  const what = fields === '' ? 'The record is gone' : `Since it was proposed, somebody else has changed ${fields}`;
  return new Problem(
    'proposal_conflict',
    `${what}: the proposal no longer means what it meant. Reject it, or make the change yourself.`,
    {
      members: { clashes },
    },
  );
}

async function again(parts: ApprovalParts, caller: Caller, id: number): Promise<Proposal | Problem> {
  return (await parts.proposals(caller).find(id, parts.approvalClock.now())) ?? noSuchProposal();
}

/** Returns the changed permissions of a user, for the audit log; empty for other types. */
function rightsIn(type: RecordTypeName, changed: readonly FieldChange[]): { readonly [name: string]: Json } {
  const rights = type === 'Users' ? changed.filter(({ field }) => RIGHTS.includes(field as never)) : [];
  return Object.fromEntries(rights.map(({ field, to }) => [field, to]));
}

/** Builds the audit entry, which is written in the same transaction as the decision. */
function remembered(
  { approvalClock }: ApprovalParts,
  { caller, address }: DecisionContext,
  what: AuditWhat,
  { id, type, recordID, operation, by }: Proposal,
  comment: string | null,
  more: { readonly [name: string]: Json } = {},
): AuditEntry {
  const detail = { type, recordID, operation, proposedBy: by.name, comment, ...more };
  return { on: approvalClock.now(), what, by: actorOf(caller), address, about: `Proposals/${id}`, detail };
}
