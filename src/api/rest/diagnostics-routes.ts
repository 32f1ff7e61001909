/**
 * Diagnostics of subscriptions that send nothing: their health, why an event was not delivered, which events would
 * match.
 */
import type { Caller } from '../../accounts/caller.ts';
import { mayRead } from '../../accounts/permissions.ts';
import { type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Json } from '../../lib/json.ts';
import { type Clock, formatTimestamp } from '../../lib/time.ts';
import { createYield } from '../../lib/turns.ts';
import { Problem } from '../../problems.ts';
import { nameRecords } from '../../records/names.ts';
import { parseRecordID } from '../../records/read.ts';
import { noSuchRecord } from '../../records/refusals.ts';
import type { RecordStore } from '../../records/store.ts';
import type { AddressGuard } from '../../webhooks/delivery/send/address-guard.ts';
import { renderDeliveryBody } from '../../webhooks/delivery/send/delivery-body.ts';
import { renderRequest } from '../../webhooks/delivery/send/render-request.ts';
import { stringifyDelivery } from '../../webhooks/delivery/settle/delivery-json.ts';
import { type Explanation, explain } from '../../webhooks/diagnostics/explanation.ts';
import {
  DEFAULT_HEALTH_HOURS,
  firstHour,
  hourTimestamps,
  MAX_HEALTH_HOURS,
  MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS,
  renderHealth,
} from '../../webhooks/diagnostics/health.ts';
import { parseExplanationQuery } from '../../webhooks/diagnostics/parse-explanation-query.ts';
import { eventSelectorOf, simulate, simulatedSince } from '../../webhooks/diagnostics/simulation.ts';
import type {
  DiagnosticsStore,
  ExplanationFacts,
  PastEvent,
  SubscriptionHealth,
} from '../../webhooks/diagnostics/store.ts';
import { eventExpired, unknownDelivery, unknownSubscription } from '../../webhooks/refusals.ts';
import { parseSubscription } from '../../webhooks/subscriptions/parse-subscription.ts';
import { createSampleRecord } from '../../webhooks/subscriptions/sample-record.ts';
import type { SubscriptionInput } from '../../webhooks/subscriptions/subscription.ts';
import { parseFilterID } from '../../webhooks/subscriptions/subscription-filter.ts';
import { readEventParameters, readHours } from './diagnostics-query.ts';
import { WEBHOOKS_PATH as ALL, createWebhookRouteBuilder, WEBHOOK_PATH as ONE } from './webhook-route-builder.ts';

export interface DiagnosticsParts {
  insight(caller: Caller): DiagnosticsStore;
  records(caller: Caller): RecordStore;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

export function diagnosticsRoutes(parts: DiagnosticsParts): Route[] {
  const route = createWebhookRouteBuilder(parts);
  const asked = { heeds: { query: true } } as const;
  return [
    route('GET', `${ALL}/Health`, 'listWebhookHealth', healthOfAll, { ...asked, heavy: true }),
    route('GET', `${ALL}/Notices`, 'listWebhookNotices', notices),
    route('GET', `${ALL}/Sample`, 'listWebhookSamples', sample, { ...asked, heavy: true }),
    route('POST', `${ALL}/Rehearse`, 'rehearseWebhook', rehearseSubscription, { reads: true }),
    route('GET', `${ONE}/Health`, 'getWebhookHealth', health, asked),
    route('POST', `${ONE}/Why`, 'explainWebhook', why, { heavy: true, reads: true }),
    route('GET', `${ONE}/Deliveries/:deliveryId/Request`, 'getWebhookDeliveryRequest', request),
  ];
}

async function healthOfAll(
  parts: DiagnosticsParts,
  { caller, query, gone }: ApiRequest,
): Promise<ApiResponse | Problem> {
  const hours = readHours(query, DEFAULT_HEALTH_HOURS, MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS);
  if (hours instanceof Problem) return hours;
  const now = parts.clock.now();
  const found = await parts.insight(caller).health(firstHour(hours, now), undefined, gone());
  if (found instanceof Problem) return found;
  return { status: 200, body: shownOfAll(found, hours, now) };
}

/**
 * Yields the health of subscriptions one by one, because an account can have thousands of them, each with many hours.
 */
async function* shownOfAll(all: readonly SubscriptionHealth[], hours: number, now: number): AsyncGenerator<string> {
  const names = hourTimestamps(hours, now);
  const turn = createYield();
  let before = '[';
  for (const one of all) {
    await turn();
    yield before + JSON.stringify({ id: one.id, ...renderHealth(one, hours, now, names) });
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

async function health(parts: DiagnosticsParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const id = parseRecordID(request.parameters.id ?? '');
  if (id === undefined) return unknownSubscription();
  const hours = readHours(request.query, DEFAULT_HEALTH_HOURS, MAX_HEALTH_HOURS);
  if (hours instanceof Problem) return hours;
  const now = parts.clock.now();
  const found = await parts.insight(request.caller).health(firstHour(hours, now), id, request.gone());
  if (found instanceof Problem) return found;
  return found[0] === undefined ? unknownSubscription() : answered(renderHealth(found[0], hours, now));
}

/** The newest are enough to see what is wrong. */
const MAX_NOTICES = 100;

async function notices(parts: DiagnosticsParts, { caller, gone }: ApiRequest): Promise<ApiResponse | Problem> {
  const found = await parts.insight(caller).notices(MAX_NOTICES, undefined, gone());
  if (found instanceof Problem) return found;
  return answered(found.map(({ on, ...notice }) => ({ on: formatTimestamp(on), ...notice })));
}

const MAX_SAMPLES = 3;

async function sample(parts: DiagnosticsParts, { caller, query, gone }: ApiRequest): Promise<ApiResponse | Problem> {
  const asked = readEventParameters(query, caller);
  if (asked instanceof Problem) return asked;
  const { type, action } = asked;
  const kind = { type: type.name, action, filterValue: null, without: undefined };
  const found = await parts.insight(caller).newestEvents(kind, MAX_SAMPLES, gone());
  if (found instanceof Problem) return found;
  const told: PastEvent[] = [];
  const turn = createYield();
  for (const event of found) {
    const one = await event.told();
    if (one !== undefined) told.push(one);
    await turn();
  }
  const events = told.length > 0 ? told : [madeUp(parts, caller, { entityType: type.name, action })];
  return { status: 200, body: `[${events.map(renderDeliveryBody).join(',\n')}]` };
}

async function rehearseSubscription(parts: DiagnosticsParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { caller } = request;
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const wishes = parseSubscription(withTarget(body), caller, parts.guard);
  if (wishes instanceof Problem) return wishes;
  const kind = eventSelectorOf(wishes, caller.integration.id);
  const gone = request.gone();
  const now = parts.clock.now();
  const counts = await parts.insight(caller).countEvents(kind, simulatedSince(now), gone);
  if (counts instanceof Problem) return counts;
  const newest = await parts.insight(caller).newestEvents(kind, 1, gone);
  if (newest instanceof Problem) return newest;
  const last = await newest[0]?.told();
  const { nearby, ...rehearsal } = simulate(kind, counts, now);
  const called = await titlesOf(
    parts,
    caller,
    wishes.entityType,
    nearby.map(({ id }) => id),
  );
  if (called instanceof Problem) return called;
  const shown = { ...rehearsal, nearby: nearby.map(({ id, count }) => ({ id, title: called.get(id) ?? null, count })) };
  const event = last ?? madeUp(parts, caller, wishes);
  const told = renderRequest(
    {
      ...wishes,
      ...event,
      webhookId: PLACEHOLDER_WEBHOOK_ID,
      signing: NO_SIGNING_SECRETS,
      body: renderDeliveryBody(event),
    },
    now,
  );
  const text = `${JSON.stringify(shown).slice(0, -1)},"sample":{${told},"real":${last !== undefined}}}`;
  return { status: 200, body: text };
}
/** No signing secrets: the original secret may no longer exist, and another one would give another signature. */
const NO_SIGNING_SECRETS = [] as const;
/** Placeholder, because every delivery has its own webhook id. */
const PLACEHOLDER_WEBHOOK_ID = `msg_${'0'.repeat(32)}`;

/** Adds a placeholder target: the simulation does not depend on it, and it may not be known yet. */
function withTarget(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return { ...body, targetUrl: body.targetUrl ?? 'https://rehearsal.invalid/' };
}

function madeUp(
  { clock }: DiagnosticsParts,
  { integration }: Caller,
  { entityType, action }: Pick<SubscriptionInput, 'entityType' | 'action'>,
): PastEvent {
  const now = clock.now();
  return { ...createSampleRecord(entityType, action, integration.submitter, now), processedOn: now, change: undefined };
}

async function why(parts: DiagnosticsParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { caller } = request;
  const id = parseRecordID(request.parameters.id ?? '');
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const about = parseExplanationQuery(body, parts.clock.now());
  if (about instanceof Problem) return about;
  const facts = id === undefined ? undefined : await parts.insight(caller).facts(id, about, request.gone());
  if (facts instanceof Problem) return facts;
  if (facts === undefined) return 'webhookId' in about ? unknownDelivery() : unknownSubscription();
  const type = recordType(facts.subscription.entityType);
  const forbidden = mayRead(caller, type.name);
  if (forbidden !== undefined) return forbidden;
  if ('recordID' in about && facts.last === undefined) {
    const record = await parts.records(caller).read(type.name, about.recordID);
    if (record === undefined) return noSuchRecord(type, about.recordID);
  }
  const called = await titlesOf(parts, caller, type.name, filterValuesIn(facts));
  if (called instanceof Problem) return called;
  const span = 'recordID' in about ? about : undefined;
  const told = explain(facts, { nameOf: (value) => called.get(value), span });
  return { status: 200, body: `[${told.map(showExplanation).join(',\n')}]` };
}

function showExplanation({ change, steps, delivery }: Explanation): string {
  const shown = change && { version: change.version, at: formatTimestamp(change.at), by: change.by };
  const sent = delivery === null ? 'null' : stringifyDelivery(delivery);
  return `{"change":${JSON.stringify(shown)},"steps":${JSON.stringify(steps)},"delivery":${sent}}`;
}

/** Returns the ids of filter records whose names the explanation shows. */
function filterValuesIn({ subscription: { filterConditionEntityID: wanted }, changes }: ExplanationFacts): number[] {
  if (wanted === null) return [];
  return [...new Set([parseFilterID(wanted), ...changes.flatMap(({ filterValue }) => filterValue ?? [])])];
}

/** Returns the names of filter records of a type, if the key can read them. */
async function titlesOf(
  parts: DiagnosticsParts,
  caller: Caller,
  type: RecordTypeName,
  ids: readonly number[],
): Promise<Map<number, string> | Problem> {
  const filter = recordType(type).webhookFilter?.entityType;
  const sought = ids.filter((id) => id > 0);
  if (filter === undefined || sought.length === 0 || mayRead(caller, filter) !== undefined) return new Map();
  const named = await nameRecords(parts.records(caller), new Map([[recordType(filter), sought]]));
  if (named instanceof Problem) return named;
  return new Map(Object.entries(named[filter] ?? {}).map(([id, { title }]) => [Number(id), title]));
}

async function request(parts: DiagnosticsParts, { caller, parameters }: ApiRequest): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const deliveryID = parseRecordID(parameters.deliveryId ?? '');
  if (id === undefined || deliveryID === undefined) return unknownDelivery();
  const found = await parts.insight(caller).request(id, deliveryID);
  if (found === undefined) return unknownDelivery();
  const { delivery, target, event } = found;
  if (event === undefined) return eventExpired();
  const { startedOn } = (JSON.parse(`[${delivery.log}]`) as { startedOn: string }[]).at(-1) ?? {};
  const sentOn = startedOn === undefined ? parts.clock.now() : Date.parse(startedOn);
  const { entityType, action, headers = {} } = target;
  const signed = { webhookId: delivery.webhookId, signing: NO_SIGNING_SECRETS, body: renderDeliveryBody(event) };
  const outgoing = { entityType, action, headers, ...event, ...signed };
  return { status: 200, body: `{${renderRequest(outgoing, sentOn)}}` };
}

function answered(shown: unknown): ApiResponse {
  return { status: 200, body: JSON.stringify(shown) };
}
