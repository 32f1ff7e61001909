/**
 * Who was told of a decided proposal is kept as whoever decided it saw it. It is named to those who may know it: to a key its own webhooks, to
 * a person who manages them all of the account. To everybody else they are a number, as long as they heard of it.
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
