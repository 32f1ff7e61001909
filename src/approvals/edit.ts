/** Edits a proposal before approval: same record, other values. The resulting change counts as the person's own. */
import type { Caller } from '../accounts/caller.ts';
import { mayWrite } from '../accounts/permissions.ts';
import { recordType } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import { authorOf } from '../records/author.ts';
import type { Author } from '../records/store.ts';
import type { ApprovalParts } from './approval-parts.ts';
import { evaluate } from './evaluate.ts';
import type { Proposal, ProposedWrite } from './proposal.ts';
import { alreadyDecided, noSuchProposal } from './refusals.ts';
import { renderProposal } from './render-proposal.ts';
import { referencedSteps, validateStepReference } from './step-references.ts';

export interface EditedProposal extends Proposal {
  /** The write that replaces the proposed one. */
  readonly edited: Json;
}

/**
 * Replaces the write by `instead`: a patch of the same record, or the fields of the new one. The editor sees the
 * current record, so conflicts are impossible.
 */
export async function editProposal(
  parts: ApprovalParts,
  caller: Caller,
  proposal: Proposal,
  instead: Json,
): Promise<EditedProposal | Problem> {
  const write = editedWrite(proposal, instead);
  if (write instanceof Problem) return write;
  const edited = { ...proposal, write, base: null, edited: instead };
  return (await faultInPlan(parts, caller, edited)) ?? edited;
}

function editedWrite({ write }: Proposal, instead: Json): ProposedWrite | Problem {
  if ('create' in write) return { create: instead };
  if ('patch' in write) return { id: write.id, patch: instead };
  return new Problem('conflict', 'It asks for a deletion: there is nothing about it to edit.');
}

/** Validates references to records of earlier steps, by the same rule as when the plan was proposed. */
async function faultInPlan(
  parts: ApprovalParts,
  caller: Caller,
  { plan, order, type: name, write }: EditedProposal,
): Promise<Problem | undefined> {
  const type = recordType(name);
  if (plan === null || referencedSteps(type, write).length === 0) return undefined;
  const steps = await parts.proposals(caller).ofPlan(plan.id, parts.approvalClock.now());
  const earlier = steps.slice(0, order - 1).map((step) => ({ ...step, type: recordType(step.type) }));
  return validateStepReference(type, write, earlier, '');
}

/** Returns the person as author, with the original proposer in `proposedBy`. */
export function editedAuthor({ by: { kind, id, name, email } }: Proposal, caller: Caller): Author {
  return { ...authorOf(caller), proposedBy: { kind, id, name, email } };
}

/** Previews an edited proposal, rendered like the proposal itself. */
export async function previewEdited(
  parts: ApprovalParts,
  caller: Caller,
  id: number,
  instead: Json,
): Promise<string | Problem> {
  const found = await parts.proposals(caller).find(id, parts.approvalClock.now());
  if (found === undefined) return noSuchProposal();
  const lacking = mayWrite(caller, found.type);
  if (lacking !== undefined) return lacking;
  if (found.state !== 'pending') return alreadyDecided(found.state);
  const edited = await editProposal(parts, caller, found, instead);
  if (edited instanceof Problem) return edited;
  const stood = await evaluate(parts, caller, [edited], { authorFor: editedAuthor });
  return stood instanceof Problem ? stood : renderProposal(edited, stood[0]!, true);
}
