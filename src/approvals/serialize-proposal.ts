/** A proposal made ready to be kept, its JSON written beforehand: while the store adds proposals nobody else is served. */
import { type NewProposal, PROPOSAL_LIFETIME_MS, type UnnumberedProposal } from './proposal.ts';

export interface SerializedProposal {
  readonly proposal: UnnumberedProposal;
  /** As JSON. */
  readonly write: string;
  readonly base: string | null;
  readonly outcome: string | null;
}

/** Where it stands. */
export interface PlanPosition {
  /** Null: by itself. */
  readonly plan: UnnumberedProposal['plan'];
  readonly order: number;
  readonly now: number;
}

export function serializeProposal(proposal: NewProposal, { plan, order, now }: PlanPosition): SerializedProposal {
  const { write, base, outcome } = proposal;
  return {
    proposal: {
      ...proposal,
      plan,
      order,
      state: 'pending',
      createdOn: now,
      expiresOn: now + PROPOSAL_LIFETIME_MS,
      decidedOn: null,
      decidedBy: null,
      comment: null,
      madeVersion: null,
    },
    write: JSON.stringify(write),
    base: base && JSON.stringify(base.values),
    outcome: outcome && JSON.stringify(outcome),
  };
}

/** What the steps of a plan may keep together: what they write, what they were proposed on and what they come to. */
export const MAX_PLAN_BYTES = 4 * 1024 * 1024;

export function serializedBytes({ write, base, outcome }: SerializedProposal): number {
  return [write, base, outcome].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
