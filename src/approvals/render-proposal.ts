/** Renders a proposal as JSON: the request with its reason, the current evaluation, and the outcome. */
import type { Json } from '../lib/json.ts';
import { formatTimestamp } from '../lib/time.ts';
import type { Evaluation } from './evaluate.ts';
import { describeRefusal, outcomeOf } from './outcome.ts';
import type { Proposal, proposalMembers, UnnumberedProposal } from './proposal.ts';

/** Renders a proposal. `stood` is the evaluation of a pending one; `whole` adds the record as it would be. */
export function renderProposal(proposal: Proposal, stood: Evaluation | undefined, whole: boolean): string {
  return withProposalNumbers(renderUnnumbered(proposal, stood, whole), proposal.id, proposal.plan?.id ?? null);
}

/** Inserts the IDs of the proposal and its plan as the first two members. */
export function withProposalNumbers(shown: string, id: number, plan: number | null): string {
  return `{"id":${id},"plan":${plan},${shown.slice(1)}`;
}

export function renderUnnumbered(proposal: UnnumberedProposal, stood: Evaluation | undefined, whole: boolean): string {
  const { by, write, plan } = proposal;
  const foreseen = stood?.foreseen;
  const outcome = foreseen === undefined ? (stood === undefined ? proposal.outcome : null) : outcomeOf(foreseen);
  const refusal =
    stood?.refusal === undefined
      ? stood
        ? null
        : (proposal.outcome?.refusal ?? null)
      : describeRefusal(stood.refusal);
  const shown: Record<Exclude<(typeof proposalMembers)[number], 'id' | 'plan'>, Json> = {
    planTitle: plan?.title ?? null,
    planSize: plan?.size ?? null,
    order: proposal.order,
    state: proposal.state,
    type: proposal.type,
    recordID: proposal.recordID,
    operation: proposal.operation,
    patch: 'patch' in write ? write.patch : null,
    body: 'create' in write ? write.create : null,
    baseVersion: proposal.base?.version ?? null,
    reason: proposal.reason,
    by: { kind: by.kind, id: by.id, name: by.name },
    for: by.email,
    createdOn: formatTimestamp(proposal.createdOn),
    expiresOn: formatTimestamp(proposal.expiresOn),
    decidedBy: proposal.decidedBy as unknown as Json,
    decidedOn: proposal.decidedOn === null ? null : formatTimestamp(proposal.decidedOn),
    comment: proposal.comment,
    madeVersion: proposal.madeVersion,
    standing: stood?.standing ?? null,
    after: stood?.after ?? null,
    clashes: (stood?.clashes ?? []) as unknown as Json,
    refusal,
    effect: outcome?.effect ?? null,
    changed: outcome?.changed ?? [],
    events: outcome?.events ?? [],
    deliveries: outcome?.deliveries ?? [],
    otherDeliveries: outcome?.otherDeliveries ?? 0,
    edited: outcome?.edited ?? null,
  };
  const text = JSON.stringify(shown);
  return whole ? `${text.slice(0, -1)},"record":${foreseen?.run.text ?? null}}` : text;
}
