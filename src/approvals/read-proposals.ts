/**
 * Lists and reads proposals. A key sees its own proposals, a person all of the account. Pending ones include their
 * current evaluation.
 */
import type { Caller } from '../accounts/caller.ts';
import { createYield } from '../lib/turns.ts';
import { Problem, Unanswerable } from '../problems.ts';
import type { Listing } from '../records/lists/plan.ts';
import { planList } from '../records/lists/planning.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { evaluate } from './evaluate.ts';
import { createEvaluationSession } from './evaluation-order.ts';
import { listableProposals, type Proposal } from './proposal.ts';
import { redactDeliveries } from './redact-deliveries.ts';
import { noSuchProposal } from './refusals.ts';
import { renderProposal } from './render-proposal.ts';

export interface RenderedProposalPage {
  readonly listing: Listing;
  /** JSON text of each proposal. Proposals are read and evaluated a few at a time, as the client takes them. */
  readonly shown: AsyncIterable<string>;
  readonly more: boolean;
  readonly total: number | undefined;
}

/**
 * Limits the proposals evaluated in one turn of their account, because dry runs block the thread. Each turn processes
 * their plan from the start.
 */
const PROPOSALS_PER_TURN = 25;
/** Limits the proposals held in memory at a time, because each contains several copies of its record. */
const PROPOSALS_PER_BATCH = 5;

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result | Problem>;
const atOnce: InTurn = (work) => work();

export async function listProposals(
  parts: ApprovalParts,
  caller: Caller,
  query: string,
  gone?: AbortSignal,
  inTurn = atOnce,
): Promise<RenderedProposalPage | Problem> {
  const listing = planList(listableProposals, query);
  if (listing instanceof Problem) return listing;
  const by = caller.person === undefined ? caller.integration.id : undefined;
  const page = await parts.proposals(caller).list(listing, by, parts.approvalClock.now(), gone);
  if (page instanceof Problem) return page;
  return { listing, shown: showThese(parts, caller, page.ids, inTurn), more: page.more, total: page.total };
}

async function* showThese(
  parts: ApprovalParts,
  caller: Caller,
  ids: readonly number[],
  inTurn: InTurn,
): AsyncGenerator<string> {
  for (let n = 0; n < ids.length; n += PROPOSALS_PER_TURN) {
    const shown = await inTurn(() => showSome(parts, caller, ids.slice(n, n + PROPOSALS_PER_TURN)));
    if (shown instanceof Problem) throw new Unanswerable(shown);
    yield* shown;
  }
}

async function showSome(
  parts: ApprovalParts,
  caller: Caller,
  ids: readonly number[],
): Promise<readonly string[] | Problem> {
  const looks = createEvaluationSession(parts, caller);
  const all = new Map<number, string>();
  // The steps of a plan follow on each other.
  const inOrder = ids.toSorted((a, b) => a - b);
  for (let n = 0; n < ids.length; n += PROPOSALS_PER_BATCH) {
    const some = await parts
      .proposals(caller)
      .these(inOrder.slice(n, n + PROPOSALS_PER_BATCH), parts.approvalClock.now());
    const shown = await showAll(parts, caller, some, false, looks);
    if (shown instanceof Problem) return shown;
    for (const [n, { id }] of some.entries()) all.set(id, shown[n]!);
  }
  return ids.flatMap((id) => all.get(id) ?? []);
}

export async function getProposal(parts: ApprovalParts, caller: Caller, id: number): Promise<string | Problem> {
  const proposal = await parts.proposals(caller).find(id, parts.approvalClock.now());
  if (proposal === undefined || !isSeenBy(caller, proposal)) return noSuchProposal();
  const shown = await showAll(parts, caller, [proposal], true);
  return shown instanceof Problem ? shown : shown[0]!;
}

function isSeenBy({ person, integration }: Caller, { by }: Proposal): boolean {
  return person !== undefined || by.id === integration.id;
}

async function showAll(
  parts: ApprovalParts,
  caller: Caller,
  proposals: readonly Proposal[],
  whole: boolean,
  looks = createEvaluationSession(parts, caller),
): Promise<readonly string[] | Problem> {
  const waiting = proposals.filter(({ state }) => state === 'pending');
  const stood = await evaluate(parts, caller, waiting, { looks });
  if (stood instanceof Problem) return stood;
  const of = new Map(waiting.map(({ id }, n) => [id, stood[n]!]));
  const seen = await redactDeliveries(parts, caller, proposals);
  const shown: string[] = [];
  const turn = createYield();
  for (const proposal of seen) {
    await turn();
    shown.push(renderProposal(proposal, of.get(proposal.id), whole));
  }
  return shown;
}
