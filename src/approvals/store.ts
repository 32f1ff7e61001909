/**
 * Port of the proposal store. The record change that fulfils a proposal also marks it as approved, so this port does
 * not.
 */
import type { IdempotencyKey } from '../accounts/idempotency.ts';
import type { AuditEntry } from '../people/audit.ts';
import type { Problem } from '../problems.ts';
import type { Listing } from '../records/lists/plan.ts';
import type { Decider, PlanStep, Proposal, ProposalOutcome } from './proposal.ts';
import type { SerializedProposal } from './serialize-proposal.ts';

/** The proposals of one account. `now` is given: it decides which are over. */
export interface ProposalStore {
  /** Returns the first answer given under the idempotency key; undefined if there was none. */
  answered(once: IdempotencyKey, now: number): Promise<AddedProposals | Problem | undefined>;
  /** Adds all proposals or none, in their order. Returns a Problem if too many are pending already. */
  add(proposals: readonly SerializedProposal[], adding: AddProposalsOptions): Promise<AddedProposals | Problem>;
  find(id: number, now: number): Promise<Proposal | undefined>;
  /** Returns the proposals that exist, in the order of `ids`. */
  these(ids: readonly number[], now: number): Promise<readonly Proposal[]>;
  /** Returns the steps of a plan, in order. */
  ofPlan(plan: number, now: number): Promise<readonly PlanStep[]>;
  /** Returns a page of proposals; `by` restricts it to one integration. */
  list(listing: Listing, by: string | undefined, now: number, gone?: AbortSignal): Promise<ProposalPage | Problem>;
  /** Resolves a pending proposal without a record change. Returns false if it is not pending. */
  settle(id: number, settlement: Settlement, now: number): Promise<boolean>;
}

export interface AddProposalsOptions {
  readonly now: number;
  /** Idempotency key: repeats receive the first answer. */
  readonly once?: IdempotencyKey | undefined;
  /** Renders the answer, as soon as the ID of the first proposal is known. */
  answer(first: number): string;
}

export interface AddedProposals {
  /** ID of the first proposal. */
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
  /** New outcome; undefined leaves it unchanged. */
  readonly outcome?: ProposalOutcome;
  /** Audit entry, written in the same transaction; absent if the proposer withdrew the proposal. */
  readonly audit?: AuditEntry;
}

/** Proposals of a shard, for the cleanup job. */
export interface ProposalArchive {
  /**
   * Marks a batch of overdue proposals as expired and deletes a batch whose expiry lies before `before`. Returns the
   * number of rows.
   */
  expire(now: number, before: number): Promise<number>;
}

/** Limits the pending proposals of one integration. */
export const MAX_PENDING_PROPOSALS = 1_000;
