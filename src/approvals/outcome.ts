/** Builds the stored and displayed form of a proposal's outcome: its effect, or its refusal. */
import type { Json, JsonObject } from '../lib/json.ts';
import type { Problem } from '../problems.ts';
import type { Preview } from './preview.ts';
import type { ProposalOutcome } from './proposal.ts';

/** Returns the outcome stored with the proposal: the changed fields, not the whole record. */
export function outcomeOf({ run, deliveries, otherDeliveries, effect }: Preview): ProposalOutcome {
  return {
    changed: run.changed as unknown as Json,
    events: run.events as unknown as Json,
    deliveries: deliveries as unknown as Json,
    otherDeliveries,
    effect,
  };
}

export function refusalOutcome(problem: Problem): ProposalOutcome {
  return { refusal: describeRefusal(problem) };
}

export function describeRefusal({ code, status, title, detail, errors, members }: Problem): JsonObject {
  return {
    code,
    status,
    title,
    detail,
    ...(members as JsonObject),
    ...(errors && { errors: errors as unknown as Json }),
  };
}
