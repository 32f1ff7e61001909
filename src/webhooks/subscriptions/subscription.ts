/** A subscription: who wants to hear of which events, where they are sent, and whether it is on. */
import { type Action, actions, type Field, type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { Json } from '../../kernel/json.ts';
import { formatTimestamp } from '../../kernel/time.ts';

/** All that a subscription shows, in this order. */
export interface Subscription {
  /** A positive whole number, counted per account. */
  readonly id: number;
  readonly entityType: RecordTypeName;
  readonly action: Action;
  readonly targetUrl: string;
  readonly name: string | null;
  /** By the names as they were given. Their values are secrets: they belong in no log. */
  readonly headers: Readonly<Record<string, string>>;
  /** Both as they were sent, or both null; `matching.ts` says what they mean. */
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: string | number | null;
  /** False: changes that the integration itself has made are not sent to it. */
  readonly includeOwn: boolean;
  readonly active: boolean;
  /** Null while it is active. */
  readonly deactivateReason: string | null;
  /** That it is about to be switched off; null while nothing is wrong. */
  readonly warning: string | null;
  /** Epoch milliseconds. */
  readonly createdOn: number;
}

/** What the subscriber decides. The rest is given by the service. */
export type SubscriptionWishes = Pick<
  Subscription,
  | 'entityType'
  | 'action'
  | 'targetUrl'
  | 'name'
  | 'headers'
  | 'filterEntityType'
  | 'filterConditionEntityID'
  | 'includeOwn'
>;

/** The fields of a subscription as the API shows them. */
export function shownSubscription(subscription: Subscription): { [property: string]: Json } {
  return {
    id: subscription.id,
    entityType: subscription.entityType,
    action: subscription.action,
    targetUrl: subscription.targetUrl,
    name: subscription.name,
    headers: subscription.headers,
    filterEntityType: subscription.filterEntityType,
    filterConditionEntityID: subscription.filterConditionEntityID,
    includeOwn: subscription.includeOwn,
    active: subscription.active,
    deactivateReason: subscription.deactivateReason,
    warning: subscription.warning,
    createdOn: formatTimestamp(subscription.createdOn),
  };
}

/** Its JSON text. */
export function showSubscription(subscription: Subscription): string {
  return JSON.stringify(shownSubscription(subscription));
}

export const MAX_NAME = 200;
export const MAX_URL = 2_000;
export const MAX_FILTER_ID = 200;

/** What lists of subscriptions are filtered and ordered by. */
export const listableSubscriptions = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      entityType: { kind: 'enum', values: recordTypeNames },
      action: { kind: 'enum', values: actions },
      targetUrl: { kind: 'text', max: MAX_URL },
      name: { kind: 'text', max: MAX_NAME, nullable: true },
      headers: { kind: 'object', maxBytes: 64 * 1024 },
      filterEntityType: { kind: 'text', max: MAX_FILTER_ID, nullable: true },
      // A number or a text: it is filtered by its text.
      filterConditionEntityID: { kind: 'text', max: MAX_FILTER_ID, nullable: true },
      includeOwn: { kind: 'boolean' },
      active: { kind: 'boolean' },
      deactivateReason: { kind: 'text', max: 1_000, nullable: true },
      warning: { kind: 'text', max: 200, nullable: true },
      createdOn: { kind: 'timestamp' },
    } satisfies Record<keyof Subscription, Field>),
  ),
  key: 'id',
  deletable: false,
} as const;
