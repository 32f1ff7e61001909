/** Subscription: its subscriber, the events it selects, where they are sent, and whether it is on. */
import { type Action, actions, type Field, type RecordTypeName, recordTypeNames } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';

/** All that a subscription shows, in this order. */
export interface Subscription {
  /** A positive whole number, counted per account. */
  readonly id: number;
  readonly entityType: RecordTypeName;
  readonly action: Action;
  readonly targetUrl: string;
  readonly name: string | null;
  /** Custom headers by the names as sent. Their values are secrets: they belong in no log. */
  readonly headers: Readonly<Record<string, string>>;
  /** Both as they were sent, or both null; `matching.ts` says what they mean. */
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: string | number | null;
  /** False: changes that the integration itself has made are not sent to it. */
  readonly includeOwn: boolean;
  /** Time for which failed deliveries are retried, as `patience.ts` shows it; null if the general rules apply. */
  readonly patience: string | null;
  readonly active: boolean;
  /** Null while it is active. */
  readonly deactivateReason: string | null;
  /** Warning that it is about to be switched off; null while nothing is wrong. */
  readonly warning: string | null;
  /** Deliveries that wait for its endpoint; null unless the endpoint is down and something waits. */
  readonly waiting: WaitingDeliveries | null;
  /** Epoch milliseconds. */
  readonly createdOn: number;
  /** Integration that owns the subscription, as people see it; undefined if the caller is that integration. */
  readonly owner?: SubscriptionOwner;
}

export interface SubscriptionOwner {
  readonly id: string;
  readonly name: string;
}

export interface WaitingDeliveries {
  /** Epoch milliseconds, as the next. */
  readonly since: number;
  readonly nextTry: number;
  /** Number of waiting deliveries, counted up to `MAX_LISTED_WAITING_COUNT`. */
  readonly count: number;
}

/** Properties that the subscriber sets. The service sets the rest. */
export type SubscriptionInput = Pick<
  Subscription,
  | 'entityType'
  | 'action'
  | 'targetUrl'
  | 'name'
  | 'headers'
  | 'filterEntityType'
  | 'filterConditionEntityID'
  | 'includeOwn'
  | 'patience'
>;

/** The fields of a subscription as the API shows them. */
export function renderSubscription(subscription: Subscription): { [property: string]: Json } {
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
    patience: subscription.patience,
    active: subscription.active,
    deactivateReason: subscription.deactivateReason,
    warning: subscription.warning,
    waiting: renderWaitingDeliveries(subscription.waiting),
    createdOn: formatTimestamp(subscription.createdOn),
    ...(subscription.owner && { owner: { ...subscription.owner } }),
  };
}

export function renderWaitingDeliveries(waiting: WaitingDeliveries | null) {
  if (waiting === null) return null;
  return {
    since: formatTimestamp(waiting.since),
    nextTry: formatTimestamp(waiting.nextTry),
    count: waiting.count,
  };
}

/** Returns the JSON text of a subscription. */
export function stringifySubscription(subscription: Subscription): string {
  return JSON.stringify(renderSubscription(subscription));
}

/** Returns the JSON text with the signing secret, which is shown only after creation. */
export function stringifyNewSubscription(subscription: Subscription, signingSecret: string): string {
  return JSON.stringify({ ...renderSubscription(subscription), signingSecret });
}

/** Limit for counting waiting deliveries: a list of two hundred dead subscriptions must remain fast. */
export const MAX_LISTED_WAITING_COUNT = 1_000;
export const MAX_NAME_LENGTH = 200;
export const MAX_URL_LENGTH = 2_000;
export const MAX_FILTER_ID_LENGTH = 200;

/** Fields by which lists of subscriptions are filtered and ordered. */
export const listableSubscriptions = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      entityType: { kind: 'enum', values: recordTypeNames },
      action: { kind: 'enum', values: actions },
      targetUrl: { kind: 'text', max: MAX_URL_LENGTH },
      name: { kind: 'text', max: MAX_NAME_LENGTH, nullable: true },
      headers: { kind: 'object', maxBytes: 64 * 1024 },
      filterEntityType: { kind: 'text', max: MAX_FILTER_ID_LENGTH, nullable: true },
      // A number or a text: it is filtered by its text.
      filterConditionEntityID: { kind: 'text', max: MAX_FILTER_ID_LENGTH, nullable: true },
      includeOwn: { kind: 'boolean' },
      patience: { kind: 'text', max: 6, nullable: true },
      active: { kind: 'boolean' },
      deactivateReason: { kind: 'text', max: 1_000, nullable: true },
      warning: { kind: 'text', max: 200, nullable: true },
      waiting: { kind: 'object', maxBytes: 1_000, nullable: true },
      createdOn: { kind: 'timestamp' },
    } satisfies Record<Exclude<keyof Subscription, 'owner'>, Field>),
  ),
  key: 'id',
  deletable: false,
} as const;
