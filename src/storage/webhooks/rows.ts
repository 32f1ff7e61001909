/** Maps rows of subscriptions and deliveries to objects and back. Both engines have the same columns. */
import type { ScalarField } from '../../catalogue/index.ts';
import type { Seals } from '../../lib/sealed.ts';
import type { ErrorClass } from '../../webhooks/delivery/send/outcome.ts';
import type { Delivery, DeliveryCause, DeliveryState } from '../../webhooks/delivery.ts';
import type { DeliveryEvent } from '../../webhooks/queue.ts';
import type { AudienceSubscription } from '../../webhooks/subscriptions/delivery-preview.ts';
import { formatPatience, parsePatience } from '../../webhooks/subscriptions/patience.ts';
import { warningOf } from '../../webhooks/subscriptions/periods.ts';
import type { SampleRecord } from '../../webhooks/subscriptions/sample-record.ts';
import {
  MAX_LISTED_WAITING_COUNT,
  type Subscription,
  type SubscriptionInput,
} from '../../webhooks/subscriptions/subscription.ts';
import { parseFilterID } from '../../webhooks/subscriptions/subscription-filter.ts';
import type { Column, Table } from '../sql/columns.ts';
import type { ColumnValue } from '../sql/projection.ts';
import { readHeaders, type SubscriptionSecretsRow, sealHeaders } from './subscriptions/subscription-secrets.ts';

export interface SubscriptionRow {
  readonly key: number;
  readonly account: number;
  readonly id: number;
  readonly entity_type: string;
  readonly action: string;
  readonly target_url: string;
  readonly name: string | null;
  readonly sealed_headers: string;
  readonly signing_secrets: string | null;
  readonly filter_entity_type: string | null;
  readonly filter_condition_entity_id: string | null;
  readonly include_own: boolean | number;
  readonly active: boolean | number;
  readonly deactivate_reason: string | null;
  readonly failures_in_a_row: number;
  readonly patience_ms: number | null;
  readonly down_since: number | null;
  readonly down_tries: number;
  readonly down_record: number | null;
  readonly next_try_on: number | null;
  readonly refused_in_a_row: number;
  /** Null unless the endpoint is down. */
  readonly waiting_count: number | null;
  readonly created_on: number;
}

/** `key` is the subscription's: deliveries have no column of that name. */
export const SUBSCRIPTION_COLUMNS = `key, account, id, entity_type, action, target_url, name, sealed_headers, signing_secrets, filter_entity_type,
  filter_condition_entity_id, include_own, active, deactivate_reason, failures_in_a_row, patience_ms, down_since, down_tries, down_record,
  next_try_on, refused_in_a_row, CASE WHEN down_since IS NOT NULL THEN (SELECT CAST(count(*) AS integer) FROM (SELECT 1 FROM deliveries AS d
    WHERE d.state = 'waiting' AND d.subscription = key LIMIT ${MAX_LISTED_WAITING_COUNT}) AS w) END AS waiting_count, created_on`;

export function subscriptionOf(seals: Seals, row: SubscriptionRow): Subscription {
  const headers = readHeaders(seals, row);
  const listening = audienceSubscriptionOf(row);
  const { active } = listening;
  return {
    ...listening,
    entityType: row.entity_type as Subscription['entityType'],
    action: row.action as Subscription['action'],
    headers: headers ?? {},
    warning: headers === undefined ? DAMAGED_HEADERS : warningOf({ active, failuresInARow: row.failures_in_a_row }),
    patience: row.patience_ms === null ? null : formatPatience(row.patience_ms),
    waiting: waitingOf(row),
    createdOn: row.created_on,
  };
}

export type AudienceSubscriptionRow = Pick<
  SubscriptionRow,
  | 'key'
  | 'id'
  | 'target_url'
  | 'name'
  | 'filter_entity_type'
  | 'filter_condition_entity_id'
  | 'include_own'
  | 'active'
  | 'deactivate_reason'
>;

/**
 * Special values for the integration whose subscriptions are listed by name. `all` lists those of every integration;
 * `none` lists none, because no integration has this id.
 */
export const NAMED_INTEGRATION = { all: null, none: '' } as const;

export const AUDIENCE_SUBSCRIPTION_COLUMNS =
  'key, id, target_url, name, filter_entity_type, filter_condition_entity_id, include_own, active, deactivate_reason';

export function audienceSubscriptionOf(row: AudienceSubscriptionRow): AudienceSubscription {
  return {
    id: row.id,
    targetUrl: row.target_url,
    name: row.name,
    filterEntityType: row.filter_entity_type,
    filterConditionEntityID: row.filter_condition_entity_id && JSON.parse(row.filter_condition_entity_id),
    includeOwn: Boolean(row.include_own),
    active: Boolean(row.active),
    deactivateReason: row.deactivate_reason,
  };
}

/**
 * Warning for damaged headers. Nothing may be sent without the headers: a receiver may use them to identify the sender.
 */
const DAMAGED_HEADERS =
  'What is kept of its headers is damaged, so its deliveries fail. Set them (PATCH), or subscribe anew without any.';

function waitingOf({ active, down_since, next_try_on, waiting_count }: SubscriptionRow): Subscription['waiting'] {
  if (!active || down_since === null || next_try_on === null || !waiting_count) return null;
  return { since: down_since, nextTry: next_try_on, count: waiting_count };
}

/** Columns that the subscriber may change, in the order of `subscriptionInputValues`. */
export const SUBSCRIPTION_INPUT_COLUMNS = [
  'target_url',
  'name',
  'sealed_headers',
  'filter_entity_type',
  'filter_condition_entity_id',
  'filter_value',
  'include_own',
  'patience_ms',
] as const;

/** `of`: the subscription that these values belong to, with its stored secrets if it already exists. */
export function subscriptionInputValues(
  seals: Seals,
  of: Pick<SubscriptionSecretsRow, 'account' | 'id'> | SubscriptionSecretsRow,
  wishes: SubscriptionInput,
): ColumnValue[] {
  const { targetUrl, name, headers, filterEntityType, filterConditionEntityID: id, includeOwn, patience } = wishes;
  const filter = id === null ? [null, null] : [JSON.stringify(id), parseFilterID(id)];
  const patienceMs = patience === null ? null : parsePatience(patience)!;
  return [
    targetUrl,
    name,
    keptHeaders(seals, of, headers),
    filterEntityType,
    ...filter,
    includeOwn ? 1 : 0,
    patienceMs,
  ];
}

/**
 * Returns the sealed headers to store. Damaged headers are shown as none, so an update without headers keeps them: the
 * client may have changed something else.
 */
function keptHeaders(
  seals: Seals,
  of: Pick<SubscriptionSecretsRow, 'account' | 'id'> | SubscriptionSecretsRow,
  headers: SubscriptionInput['headers'],
): string {
  const leavesThem = 'sealed_headers' in of && Object.keys(headers).length === 0;
  return leavesThem && readHeaders(seals, of) === undefined ? of.sealed_headers : sealHeaders(seals, of, headers);
}

/** A delivery's columns in the order of `deliveryOf`. */
export const DELIVERY_COLUMNS = `id, webhook_id, cause, record_id, state, last_status, last_error, created_on, processed_on,
  settled_on, due_on, waiting_since, repeats, resend_of, recovery, sample_record_id, log`;

export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: string;
  readonly cause: string;
  readonly record_id: number;
  readonly state: string;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_on: number;
  readonly processed_on: number;
  readonly settled_on: number | null;
  readonly due_on: number | null;
  readonly waiting_since: number | null;
  readonly repeats: number | null;
  readonly resend_of: number | null;
  readonly recovery: number | null;
  /** Record of a test that sends a real event. */
  readonly sample_record_id: number | null;
  readonly log: string;
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    cause: row.cause as DeliveryCause,
    recordID: row.sample_record_id ?? row.record_id,
    state: row.state as DeliveryState,
    status: row.last_status,
    error: row.last_error as ErrorClass | null,
    createdOn: row.created_on,
    processedDate: row.processed_on,
    settledOn: row.settled_on,
    nextAttemptOn: row.due_on,
    waitingSince: row.waiting_since,
    repeats: row.repeats,
    resendOf: row.resend_of,
    recovery: row.recovery,
    log: row.log,
  };
}

/**
 * Serializes the sample of a test delivery, which is stored with the delivery because no change of a record contains
 * it.
 */
export function stringifySample({ text, submitter, traceparent, change }: SampleRecord): string {
  return JSON.stringify({ text, submitter, traceparent: traceparent ?? null, change });
}

export function parseSampleEvent(kept: string, processedOn: number): DeliveryEvent {
  const { text, submitter, traceparent, change } = JSON.parse(kept) as {
    text: string;
    submitter: string;
    traceparent?: string;
    change?: string;
  };
  return { text, submitter, processedOn, contentHash: '', traceparent: traceparent ?? undefined, change };
}

/** Property of a shown delivery -> its column. */
const columnNames = {
  id: 'id',
  webhookId: 'webhook_id',
  cause: 'cause',
  recordID: 'shown_record_id',
  state: 'state',
  status: 'last_status',
  error: 'last_error',
  createdOn: 'created_on',
  processedDate: 'processed_on',
  settledOn: 'settled_on',
  nextAttemptOn: 'due_on',
  waitingSince: 'waiting_since',
  repeats: 'repeats',
  resendOf: 'resend_of',
  recovery: 'recovery',
} satisfies Record<Exclude<keyof Delivery, 'log'>, string>;

/** Describes the deliveries as a table for lists. All its texts equal their folded form. */
export function deliveriesTable(properties: ReadonlyMap<string, { readonly kind: string }>): Table {
  const columns = Object.entries(columnNames).flatMap(([field, name]): Column[] => {
    const declaration = properties.get(field) as ScalarField;
    const asText = declaration.kind === 'enum' ? { enumAsText: true as const } : {};
    const column: Column = { name, field, declaration, holds: 'value', ...asText };
    return declaration.kind === 'text' ? [column, { ...column, name: `${name}_exact`, holds: 'exact' }] : [column];
  });
  const columnOf = new Map(columns.filter(({ holds }) => holds === 'value').map((column) => [column.field, column]));
  return { name: 'deliveries', documents: '', columns, columnOf, fields: [...columnOf.keys()] };
}
