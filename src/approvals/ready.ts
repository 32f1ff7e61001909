/** A proposal made ready to be kept, its JSON written beforehand: while the store adds proposals nobody else is served. */
import { LASTS_MS, type NewProposal, type Unnumbered } from './proposal.ts';

export interface ReadyProposal {
  readonly proposal: Unnumbered;
  /** As JSON. */
  readonly write: string;
  readonly base: string | null;
  readonly outcome: string | null;
}

/** Where it stands. */
export interface Place {
  /** Null: by itself. */
  readonly plan: Unnumbered['plan'];
  readonly order: number;
  readonly now: number;
}

export function makeReady(proposal: NewProposal, { plan, order, now }: Place): ReadyProposal {
  const { write, base, outcome } = proposal;
  return {
    proposal: {
      ...proposal,
      plan,
      order,
      state: 'pending',
      createdOn: now,
      expiresOn: now + LASTS_MS,
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
export const MOST_OF_PLAN = 4 * 1024 * 1024;

export function bytesOf({ write, base, outcome }: ReadyProposal): number {
  return [write, base, outcome].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
