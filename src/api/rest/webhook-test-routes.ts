/** Routes to test a subscription: a delivery of a sample record, or of a real event chosen from the newest. */
import { mayRead } from '../../accounts/permissions.ts';
import { recordType } from '../../catalogue/index.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import { readParameters, refusedParameter } from '../../records/lists/parameters.ts';
import { nameRecords } from '../../records/names.ts';
import { parseRecordID } from '../../records/read.ts';
import { eventSelectorOf } from '../../webhooks/diagnostics/simulation.ts';
import type { LoggedEvent } from '../../webhooks/diagnostics/store.ts';
import { unknownSubscription } from '../../webhooks/refusals.ts';
import { createSampleRecord, type SampleRecord } from '../../webhooks/subscriptions/sample-record.ts';
import type { Subscription } from '../../webhooks/subscriptions/subscription.ts';
import type { DiagnosticsParts } from './diagnostics-routes.ts';
import { createWebhookRouteBuilder, WEBHOOK_PATH as ONE } from './webhook-route-builder.ts';
import { deliveryCreated, type WebhookParts } from './webhook-routes.ts';

export type WebhookTestParts = WebhookParts & DiagnosticsParts;

export function webhookTestRoutes(parts: WebhookTestParts): Route[] {
  const route = createWebhookRouteBuilder(parts);
  return [
    route('GET', `${ONE}/Events`, 'listWebhookRecentEvents', newest),
    route('POST', `${ONE}/Test`, 'testWebhook', test, { heeds: { query: true, body: false } }),
  ];
}

/** Number of recent events to choose from. More are searched, because new events arrive while a person chooses. */
const MAX_SHOWN_EVENTS = 20;
const MAX_SEARCHED_EVENTS = 60;

async function newest(parts: WebhookTestParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { caller } = request;
  const subscription = await found(parts, request);
  if (subscription instanceof Problem) return subscription;
  const events = await newestOf(parts, request, subscription, MAX_SHOWN_EVENTS);
  if (events instanceof Problem) return events;
  const type = recordType(subscription.entityType);
  const records = new Set(events.map(({ recordID }) => recordID));
  const named = await nameRecords(parts.records(caller), new Map([[type, [...records]]]), request.gone());
  if (named instanceof Problem) return named;
  const shown = events.map(({ change, recordID, submitter, processedOn }) => ({
    change,
    recordID,
    title: named[type.name]?.[recordID]?.title ?? null,
    on: formatTimestamp(processedOn),
    submitter,
  }));
  return { status: 200, body: JSON.stringify(shown) };
}

async function test(parts: WebhookTestParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const asked = readParameters(request.query, ['change']);
  if (asked instanceof Problem) return asked;
  const change = asked.get('change');
  const { caller, traceparent } = request;
  const subscription = await found(parts, request);
  if (subscription instanceof Problem) return subscription;
  const event = change === undefined ? undefined : await chosen(parts, request, subscription, change);
  if (event instanceof Problem) return event;
  const made = await parts
    .subscriptions(caller)
    .test(subscription.id, ({ entityType, action }, now) =>
      event === undefined
        ? { ...createSampleRecord(entityType, action, caller.integration.submitter, now), traceparent }
        : { ...event, traceparent },
    );
  return deliveryCreated(subscription.id, made, unknownSubscription());
}

async function found(parts: WebhookTestParts, { caller, parameters }: ApiRequest): Promise<Subscription | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const subscription = id === undefined ? undefined : await parts.subscriptions(caller).find(id);
  return subscription ?? unknownSubscription();
}

async function chosen(
  parts: WebhookTestParts,
  request: ApiRequest,
  subscription: Subscription,
  change: string,
): Promise<SampleRecord | Problem> {
  const events = await newestOf(parts, request, subscription, MAX_SEARCHED_EVENTS);
  if (events instanceof Problem) return events;
  const named = events.find((one) => one.change === change);
  // Rebuilds the event's content, like an old version of a record.
  const noTurn = named === undefined ? undefined : await request.heavy();
  if (noTurn !== undefined) return noTurn;
  const event = await named?.told();
  return event && named
    ? { ...event, recordID: named.recordID }
    : refusedParameter('change', 'Name one of the newest events that this subscription asks for.');
}

/**
 * Returns the newest events of the subscription's type and action that match its filter, including changes made by its
 * own integration.
 */
async function newestOf(
  parts: WebhookTestParts,
  { caller, gone }: ApiRequest,
  subscription: Subscription,
  most: number,
): Promise<readonly LoggedEvent[] | Problem> {
  const forbidden = mayRead(caller, subscription.entityType);
  if (forbidden !== undefined) return forbidden;
  const kind = eventSelectorOf({ ...subscription, includeOwn: true }, '');
  return parts.insight(caller).newestEvents(kind, most, gone());
}
