/**
 * Previews what subscribers would receive for hypothetical events. A real repeat is suppressed when a delivery's turn
 * comes; the preview judges by what is settled now.
 */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import { findRepeatedDelivery, type PreviousDelivery } from '../delivery/settle/suppression.ts';
import { hashTarget } from '../delivery/settle/target-hash.ts';
import type { Subscription } from './subscription.ts';
import { parseFilterID } from './subscription-filter.ts';

/** The events of one change, were it made. */
export interface HypotheticalEvents {
  readonly type: RecordTypeName;
  readonly recordID: number;
  readonly actions: readonly Action[];
  /** The value of the type's webhook filter field after the change. */
  readonly filterValue: number | null;
}

/** Subscriptions to these events: those the caller may see, by id, and the number of others that are on and match. */
export interface Audience {
  readonly own: readonly AudienceMember[];
  readonly others: number;
}

export interface AudienceMember {
  readonly subscription: AudienceSubscription;
  /** Previous deliveries of the record, newest first; empty if the subscription receives nothing. */
  readonly before: readonly PreviousDelivery[];
  /** True if deliveries of the record still wait for their turn; false if the subscription receives nothing. */
  readonly waiting: boolean;
}

/**
 * Properties of a subscription that decide whether it receives events, and its name. An account may have thousands, so
 * no secret of theirs is decrypted.
 */
export type AudienceSubscription = Pick<
  Subscription,
  | 'id'
  | 'name'
  | 'targetUrl'
  | 'active'
  | 'deactivateReason'
  | 'filterEntityType'
  | 'filterConditionEntityID'
  | 'includeOwn'
>;

/** True if the subscription is on and its filter matches these events. */
export function receivesEvents(
  subscription: AudienceSubscription,
  { filterValue }: Pick<HypotheticalEvents, 'filterValue'>,
): boolean {
  return subscription.active && letsThrough(subscription, filterValue);
}

function letsThrough({ filterConditionEntityID: id }: AudienceSubscription, filterValue: number | null): boolean {
  return id === null || parseFilterID(id) === filterValue;
}

export const previewOutcomes = ['sends', 'suppressed', 'off', 'filtered', 'own'] as const;

export interface PreviewedDelivery {
  readonly webhook: number;
  readonly name: string | null;
  readonly host: string;
  readonly outcome: (typeof previewOutcomes)[number];
  /** Reason, as a sentence for people. */
  readonly why: string;
}

export interface HypotheticalChange {
  readonly filterValue: number | null;
  readonly contentHash: string;
  readonly now: number;
  /** True if the key that owns the subscriptions would make the change, not a person. */
  readonly byKey: boolean;
}

export function previewDelivery(listener: AudienceMember, change: HypotheticalChange): PreviewedDelivery {
  const { id, name, targetUrl } = listener.subscription;
  return { webhook: id, name, host: hostOf(targetUrl), ...outcomeOf(listener, change) };
}

function outcomeOf(
  { subscription, before, waiting }: AudienceMember,
  { filterValue, contentHash, now, byKey }: HypotheticalChange,
): Pick<PreviewedDelivery, 'outcome' | 'why'> {
  const { active, deactivateReason, filterEntityType, filterConditionEntityID, includeOwn } = subscription;
  if (!active) return { outcome: 'off', why: `It is switched off: ${deactivateReason}` };
  if (!letsThrough(subscription, filterValue)) {
    const why = `It is narrowed to ${filterEntityType} ${filterConditionEntityID}; the record would have ${filterValue ?? 'none'}.`;
    return { outcome: 'filtered', why };
  }
  if (byKey && !includeOwn) return { outcome: 'own', why: 'It leaves out changes that this key makes itself.' };
  const event = { cause: 'event', attempt: 1, contentHash, processedOn: now, before } as const;
  const repeats = findRepeatedDelivery(event, hashTarget(subscription.targetUrl));
  const settled = waiting ? ' By what is settled now: deliveries of this record still wait before it.' : '';
  return repeats === undefined
    ? { outcome: 'sends', why: `It is on, and the event matches.${settled}` }
    : { outcome: 'suppressed', why: `It would repeat delivery ${repeats}, the last that was sent.${settled}` };
}

function hostOf(targetUrl: string): string {
  return URL.parse(targetUrl)?.host ?? '';
}
