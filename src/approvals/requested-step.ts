/** Builds the change that a proposal requests, with its dependencies on other steps of its plan. */
import { recordType } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import type { Author } from '../records/store.ts';
import { type DryRunRequest, readDryRun } from '../records/writes/dry-run.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { findStepReferences, type StepReferences } from './planned-records.ts';
import type { PlanStep } from './proposal.ts';
import { stepLost } from './refusals.ts';
import { withStepIDs } from './step-references.ts';

export interface RequestedStep extends DryRunRequest {
  readonly named: StepReferences;
  /** Number of earlier pending steps that create a record of the same type. */
  readonly others: number;
}

export function requestStep(
  parts: ApprovalParts,
  proposal: PlanStep,
  steps: readonly PlanStep[],
  author: Author,
): RequestedStep | Problem {
  const type = recordType(proposal.type);
  const named = findStepReferences(proposal, steps);
  if (named.lost !== undefined) return stepLost(named.lost);
  const write = withStepIDs(type, proposal.write, named.idOf);
  const asked = readDryRun(type, write as Json, author, parts.patchLimits);
  if (asked instanceof Problem) return asked;
  const others = steps.filter((one) => one.order < proposal.order && one.type === type.name && isNewAndWaits(one));
  return { ...asked, named, others: others.length };
}

function isNewAndWaits({ operation, state }: PlanStep): boolean {
  return operation === 'create' && state === 'pending';
}
