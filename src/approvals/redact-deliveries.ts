/**
 * Redacts the deliveries of a decided proposal, which are stored as the approving person saw them. A key sees its own
 * webhooks; a person who manages webhooks sees all of the account. Other deliveries are only counted, unless their
 * outcome was `off` or `filtered`.
 */
import type { Caller } from '../accounts/caller.ts';
import type { PreviewedDelivery } from '../webhooks/subscriptions/delivery-preview.ts';
import type { ApprovalParts } from './approval-parts.ts';
import type { Proposal, ProposalOutcome } from './proposal.ts';

export async function redactDeliveries(
  parts: Pick<ApprovalParts, 'subscriptions'>,
  caller: Caller,
  proposals: readonly Proposal[],
): Promise<readonly Proposal[]> {
  if (caller.person !== undefined && caller.webhooks) return proposals;
  if (!proposals.some(({ outcome }) => deliveriesOf(outcome).length > 0)) return proposals;
  const own = caller.person === undefined ? await parts.subscriptions(caller).list() : [];
  const ids = new Set(own.map(({ id }) => id));
  return proposals.map((proposal) => ({ ...proposal, outcome: proposal.outcome && naming(ids, proposal.outcome) }));
}

function naming(ids: ReadonlySet<number>, outcome: ProposalOutcome): ProposalOutcome {
  const all = deliveriesOf(outcome);
  const named = all.filter(({ webhook }) => ids.has(webhook));
  const others = all.filter((one) => !named.includes(one) && one.outcome !== 'off' && one.outcome !== 'filtered');
  const counted = (outcome.otherDeliveries as number | undefined) ?? 0;
  return { ...outcome, deliveries: named as never, otherDeliveries: counted + others.length };
}

function deliveriesOf(outcome: ProposalOutcome | null): readonly PreviewedDelivery[] {
  return (outcome?.deliveries ?? []) as unknown as readonly PreviewedDelivery[];
}
