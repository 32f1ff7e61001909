/**
 * Deciding: a person approves or rejects. What is approved becomes the ordinary change, in one transaction with the proposal's new state,
 * and only if it comes to what the person has seen.
 */
import type { Caller, Person } from '../accounts/caller.ts';
import { mayWrite } from '../accounts/permissions.ts';
import { recordType } from '../catalogue/index.ts';
import { fold } from '../kernel/fold.ts';
import type { Json } from '../kernel/json.ts';
import { type AuditWhat, actorOf } from '../people/audit.ts';
import { Problem } from '../problems.ts';
import { type DryRunRequest, lastingChange } from '../records/dry-run.ts';
import type { Change, Decision } from '../records/store.ts';
import type { Foreseen } from './foreseen.ts';
import { outcomeOf, refusalOutcome, refusalShown } from './outcome.ts';
import type { ApprovalParts } from './parts.ts';
import type { Decider, Proposal } from './proposal.ts';
import { alreadyDecided, effectChanged, noSuchProposal } from './refusals.ts';
import { type Stood, stand } from './stand.ts';

/** Who decides, and from where. */
export interface Deciding {
  readonly caller: Caller;
  /** Null on the command line. */
  readonly address: string | null;
}

export interface Approval {
  readonly id: number;
  /** What the person has seen it come to. */
  readonly effect: string;
}

export async function approve(
  parts: ApprovalParts,
  deciding: Deciding,
  { id, effect }: Approval,
  comment: string | null,
): Promise<Proposal | Problem> {
  const proposal = await decidable(parts, deciding.caller, id);
  if (proposal instanceof Problem) return proposal;
  const stood = await stand(parts, deciding.caller, [proposal]);
  if (stood instanceof Problem) return stood;
  const { standing, clashes, foreseen, asked, refusal, mayPass } = stood[0]!;
  if (standing === 'conflict') return conflict(clashes);
  if (standing === 'refused') return mayPass ? refusal! : fail(parts, deciding, proposal, refusal!, comment);
  if (foreseen!.effect !== effect) return effectChanged(foreseen!.effect);
  const change = approved(parts, deciding.caller, proposal, asked!, foreseen!, comment);
  const changed = await parts.records(deciding.caller).change(change);
  if (changed instanceof Problem) {
    const isJudgement = changed.status < 500 && !OF_THE_MOMENT.has(changed.code);
    return isJudgement ? fail(parts, deciding, proposal, changed, comment) : changed;
  }
  await remember(parts, deciding, 'proposal.approved', proposal, comment, { effect, version: changed.record.version });
  return again(parts, deciding.caller, id);
}

/** They say nothing of the proposal itself. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['effect_changed', 'proposal_decided', 'not_found']);

export async function reject(
  parts: ApprovalParts,
  deciding: Deciding,
  id: number,
  comment: string,
): Promise<Proposal | Problem> {
  const proposal = await decidable(parts, deciding.caller, id);
  if (proposal instanceof Problem) return proposal;
  const settled = await settle(parts, deciding.caller, id, { state: 'rejected', comment });
  if (settled instanceof Problem) return settled;
  await remember(parts, deciding, 'proposal.rejected', proposal, comment);
  return again(parts, deciding.caller, id);
}

export interface Decided {
  readonly id: number;
  readonly outcome: 'approved' | 'stale' | 'conflict' | 'failed' | 'refused' | 'skipped';
  readonly problem?: Problem;
}

/** Exactly these, one after the other, those of a plan in its order; where one of a plan is not approved, the rest of it is left alone. */
export async function approveSeveral(
  parts: ApprovalParts,
  deciding: Deciding,
  items: readonly Approval[],
  comment: string | null,
): Promise<readonly Decided[]> {
  const stopped = new Map<number, number>();
  const decided = new Map<number, Decided>();
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

export function showDecided({ id, outcome, problem }: Decided) {
  return { id, outcome, problem: problem === undefined ? null : refusalShown(problem) };
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

/** One that waits, and that this person may decide about. */
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

/** The change that was proposed, with the proposal that it fulfils; refused where it would come to something else than what was seen. */
function approved(
  { approvalClock }: ApprovalParts,
  caller: Caller,
  { id, type: name }: Proposal,
  { change, givesNumber }: DryRunRequest,
  foreseen: Foreseen,
  comment: string | null,
): Change {
  const type = recordType(name);
  const seen = JSON.stringify([foreseen.run.lasting, foreseen.run.events]);
  return {
    ...change,
    fulfils: {
      proposal: id,
      on: approvalClock.now(),
      by: JSON.stringify(deciderOf(caller)),
      comment,
      outcome: JSON.stringify(outcomeOf(foreseen)),
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

/** It was approved, and the rules say no: whoever proposed it gets to hear why. */
async function fail(
  parts: ApprovalParts,
  deciding: Deciding,
  proposal: Proposal,
  refusal: Problem,
  comment: string | null,
): Promise<Problem> {
  const outcome = refusalOutcome(refusal);
  const settled = await settle(parts, deciding.caller, proposal.id, { state: 'failed', comment, outcome });
  if (settled instanceof Problem) return settled;
  await remember(parts, deciding, 'proposal.failed', proposal, comment, { code: refusal.code });
  return refusal;
}

async function settle(
  parts: ApprovalParts,
  caller: Caller,
  id: number,
  how: {
    readonly state: 'rejected' | 'failed';
    readonly comment: string | null;
    readonly outcome?: Proposal['outcome'];
  },
): Promise<Problem | undefined> {
  const { outcome, ...rest } = how;
  const store = parts.proposals(caller);
  const now = parts.approvalClock.now();
  const settlement = { ...rest, by: deciderOf(caller), ...(outcome && { outcome }) };
  if (await store.settle(id, settlement, now)) return undefined;
  // Somebody else was quicker.
  const found = await store.find(id, now);
  return found === undefined ? noSuchProposal() : alreadyDecided(found.state);
}

/** Whoever proposed it takes it back; that it is decided already, by the same, is no fault. */
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

function conflict(clashes: Stood['clashes']): Problem {
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

async function remember(
  { audit, approvalClock }: ApprovalParts,
  { caller, address }: Deciding,
  what: AuditWhat,
  { id, type, recordID, operation, by }: Proposal,
  comment: string | null,
  more: { readonly [name: string]: Json } = {},
): Promise<void> {
  const detail = { type, recordID, operation, proposedBy: by.name, comment, ...more };
  const entry = { on: approvalClock.now(), what, by: actorOf(caller), address, about: `Proposals/${id}`, detail };
  await audit(caller.account, entry);
}
