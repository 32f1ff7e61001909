/** Problems that the approvals module returns. */
import { Problem } from '../problems.ts';
import type { ProposalState } from './proposal.ts';
import { MAX_PLAN_BYTES } from './serialize-proposal.ts';
import { MAX_PENDING_PROPOSALS } from './store.ts';

export function noSuchProposal(): Problem {
  return new Problem('not_found', 'There is no such proposal here.');
}

export function alreadyDecided(state: ProposalState): Problem {
  return new Problem('proposal_decided', `The proposal is ${state}: it can no longer be decided.`, {
    members: { state },
  });
}

export function proposerRevoked(name: string | null): Problem {
  return new Problem('forbidden', `The key of ${name}, which proposed this, is revoked.`);
}

export function tooManyPending(): Problem {
  return new Problem(
    'conflict',
    `At most ${MAX_PENDING_PROPOSALS} proposals of one integration wait at a time. Wait until some are decided, or withdraw some.`,
  );
}

export function planTooLarge(): Problem {
  return new Problem(
    'body_too_large',
    `With it the plan comes to more than ${MAX_PLAN_BYTES / 1024 / 1024} MiB of JSON: what its steps write, with the fields as they are and as they would be. Propose the steps in several plans.`,
  );
}

export function changesNothing(): Problem {
  return new Problem('conflict', 'This would change nothing: the record is like that already.');
}

/** Problem for a changed effect. `effect` is the current effect; null if unknown. */
export function effectChanged(effect: string | null): Problem {
  return new Problem(
    'effect_changed',
    'What approving would do is no longer what was shown. Look at it again and approve what you see then.',
    { members: { effect } },
  );
}

export function waitsForStep(step: number): Problem {
  return new Problem('conflict', `It comes after step ${step} of its plan, which is not decided yet.`, {
    members: { after: step },
  });
}

/** Problem for a reference to a record that will never be created. */
export function stepLost({ order, state }: { readonly order: number; readonly state: ProposalState }): Problem {
  return new Problem(
    'conflict',
    `It names the record that step ${order} of its plan would have made, which is ${state}.`,
  );
}
