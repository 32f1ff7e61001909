/** Serialises a proposal before the store adds it, because the store blocks all other work during that time. */
import { type NewProposal, PROPOSAL_LIFETIME_MS, type UnnumberedProposal } from './proposal.ts';

export interface SerializedProposal {
  readonly proposal: UnnumberedProposal;
  /** JSON text of the write. */
  readonly write: string;
  readonly base: string | null;
  readonly outcome: string | null;
}

/** Position of a proposal in its plan, and the time when it was proposed. */
export interface PlanPosition {
  /** The plan; null for a single proposal. */
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

/** Limits the stored JSON of all steps of a plan: writes, bases and outcomes together. */
export const MAX_PLAN_BYTES = 4 * 1024 * 1024;

export function serializedBytes({ write, base, outcome }: SerializedProposal): number {
  return [write, base, outcome].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
