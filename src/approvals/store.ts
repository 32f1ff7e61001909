/** The port of proposals: what is asked of a database about them. That one is approved is written by the change that fulfils it. */
import type { IdempotencyKey } from '../accounts/idempotency.ts';
import type { AuditEntry } from '../people/audit.ts';
import type { Problem } from '../problems.ts';
import type { Listing } from '../records/lists/plan.ts';
import type { Decider, PlanStep, Proposal, ProposalOutcome } from './proposal.ts';
import type { SerializedProposal } from './serialize-proposal.ts';

/** The proposals of one account. `now` is given: it decides which are over. */
export interface ProposalStore {
  /** The first answer under the key; undefined where there was none. */
  answered(once: IdempotencyKey, now: number): Promise<AddedProposals | Problem | undefined>;
  /** All of them or none, in their order. A Problem where too many wait already. */
  add(proposals: readonly SerializedProposal[], adding: AddProposalsOptions): Promise<AddedProposals | Problem>;
  find(id: number, now: number): Promise<Proposal | undefined>;
  /** Those of them that there are, in the order of `ids`. */
  these(ids: readonly number[], now: number): Promise<readonly Proposal[]>;
  /** In their order. */
  ofPlan(plan: number, now: number): Promise<readonly PlanStep[]>;
  /** `by`: of one integration alone. */
  list(listing: Listing, by: string | undefined, now: number, gone?: AbortSignal): Promise<ProposalPage | Problem>;
  /** Ends one that waits, without a change. False where it does not wait (any more). */
  settle(id: number, settlement: Settlement, now: number): Promise<boolean>;
}

export interface AddProposalsOptions {
  readonly now: number;
  /** Repeats under it are given the first answer. */
  readonly once?: IdempotencyKey | undefined;
  /** What is answered, once it is known from which number on they are counted. */
  answer(first: number): string;
}

export interface AddedProposals {
  /** The first of them. */
  readonly id: number;
  readonly text: string;
  readonly replayed: boolean;
}

export interface ProposalPage {
  readonly ids: readonly number[];
  readonly more: boolean;
  readonly total: number | undefined;
}

export interface Settlement {
  readonly state: 'rejected' | 'failed';
  readonly by: Decider;
  readonly comment: string | null;
  /** Undefined: as it was. */
  readonly outcome?: ProposalOutcome;
  /** What the audit log says of it, in the same transaction; nothing where whoever proposed it took it back. */
  readonly audit?: AuditEntry;
}

/** The proposals of a shard, for whoever tidies up. */
export interface ProposalArchive {
  /** Marks some of those that are over, and forgets some that expired or would have before `before`. How many. */
  expire(now: number, before: number): Promise<number>;
}

/** How many may wait of one integration. */
export const MAX_PENDING_PROPOSALS = 1_000;
