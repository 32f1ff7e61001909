/**
 * What subscribers would get to hear of events that are not made. A repeat is suppressed when a delivery's turn comes; here it is
 * judged by what is settled now.
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

/** The subscriptions to these events: those that are named to whoever asks, by id, and the number of others that are on and match. */
export interface Audience {
  readonly own: readonly AudienceMember[];
  readonly others: number;
}

export interface AudienceMember {
  readonly subscription: AudienceSubscription;
  /** What was sent of the record before, the newest first; of one that hears nothing, nothing. */
  readonly before: readonly PreviousDelivery[];
  /** Whether deliveries of the record still wait for their turn; of one that hears nothing, false. */
  readonly waiting: boolean;
}

/** Of a subscription what decides whether it hears, and by what it is named. An account may have thousands: nothing of them is unsealed for it. */
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

/** It is on, and its filter lets these events through. */
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
  /** For a person. */
  readonly why: string;
}

export interface HypotheticalChange {
  readonly filterValue: number | null;
  readonly contentHash: string;
  readonly now: number;
  /** It would be made by the key whose subscriptions these are, and not by a person. */
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
