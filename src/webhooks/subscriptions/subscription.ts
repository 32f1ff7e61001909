/** A subscription: who wants to hear of which events, where they are sent, and whether it is on. */
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
  /** By the names as they were given. Their values are secrets: they belong in no log. */
  readonly headers: Readonly<Record<string, string>>;
  /** Both as they were sent, or both null; `matching.ts` says what they mean. */
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: string | number | null;
  /** False: changes that the integration itself has made are not sent to it. */
  readonly includeOwn: boolean;
  /** How long failed deliveries are tried again, as `patience.ts` shows it; null by the rules for all. */
  readonly patience: string | null;
  readonly active: boolean;
  /** Null while it is active. */
  readonly deactivateReason: string | null;
  /** That it is about to be switched off; null while nothing is wrong. */
  readonly warning: string | null;
  /** While its endpoint is down and something waits for it. */
  readonly waiting: WaitingDeliveries | null;
  /** Epoch milliseconds. */
  readonly createdOn: number;
  /** The integration it belongs to, where that is not whoever asks: as people see it. */
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
  /** Deliveries that wait, counted as far as `MOST_COUNTED`. */
  readonly count: number;
}

/** What the subscriber decides. The rest is given by the service. */
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

/** Its JSON text. */
export function stringifySubscription(subscription: Subscription): string {
  return JSON.stringify(renderSubscription(subscription));
}

/** As it is shown to whoever has just made it, and never again. */
export function stringifyNewSubscription(subscription: Subscription, signingSecret: string): string {
  return JSON.stringify({ ...renderSubscription(subscription), signingSecret });
}

/** What waits is counted as far as this: a list of two hundred dead subscriptions is to stay a quick one. */
export const MAX_LISTED_WAITING_COUNT = 1_000;
export const MAX_NAME_LENGTH = 200;
export const MAX_URL_LENGTH = 2_000;
export const MAX_FILTER_ID_LENGTH = 200;

/** What lists of subscriptions are filtered and ordered by. */
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
