/** The routes of webhook subscriptions and their delivery log. A key sees and manages only what it created. */
import type { Caller } from '../../accounts/caller.ts';
import { REPLAYED } from '../../accounts/idempotency.ts';
import { readIdempotencyHeader } from '../../http/idempotency-header.ts';
import { JSON_PATCH_TYPE, JSON_TYPE, readJson } from '../../http/json-body.ts';
import { type ApiRequest, type ApiResponse, JSON_CONTENT_TYPE, type Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { evaluate } from '../../records/lists/evaluate.ts';
import { pageHeaders } from '../../records/lists/links.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { planList } from '../../records/lists/planning.ts';
import { parseRecordID } from '../../records/read.ts';
import { type PatchLimits, readPatchDocument } from '../../records/writes/patch-document.ts';
import type { AddressGuard } from '../../webhooks/delivery/send/address-guard.ts';
import { listableDeliveries, stringifyDelivery } from '../../webhooks/delivery/settle/delivery-json.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { unknownDelivery, unknownSubscription } from '../../webhooks/refusals.ts';
import type { DeliveryLog, SubscriptionStore } from '../../webhooks/store.ts';
import { parseSubscription, patchSubscription } from '../../webhooks/subscriptions/parse-subscription.ts';
import { parseGrace, renderRotation } from '../../webhooks/subscriptions/signing-secrets.ts';
import { subscribableEvents } from '../../webhooks/subscriptions/subscribable-events.ts';
import {
  listableSubscriptions,
  renderSubscription,
  type Subscription,
  stringifySubscription,
} from '../../webhooks/subscriptions/subscription.ts';
import { WEBHOOKS_PATH as ALL, createWebhookRouteBuilder, WEBHOOK_PATH as ONE } from './webhook-route-builder.ts';

export interface WebhookParts {
  subscriptions(caller: Caller): SubscriptionStore;
  deliveryLog(caller: Caller): DeliveryLog<Listing>;
  /** Decides which addresses a targetUrl can name. */
  readonly guard: AddressGuard;
  readonly patchLimits: PatchLimits;
  /** Maximum subscriptions per key. */
  readonly subscriptionLimit: number;
}

const DELIVERIES_PATH = `${ONE}/Deliveries`;

export function webhookRoutes(parts: WebhookParts): Route[] {
  const route = createWebhookRouteBuilder(parts);
  const listed = { heeds: { query: true } } as const;
  const bare = { heeds: { body: false } } as const;
  return [
    route('GET', ALL, 'listWebhooks', list, listed),
    route('POST', ALL, 'createWebhook', create, { heeds: { headers: ['idempotency-key'] } }),
    route('GET', `${ALL}/Events`, 'listWebhookEvents', events),
    route('GET', ONE, 'getWebhook', get),
    route('PATCH', ONE, 'updateWebhook', patch),
    route('DELETE', ONE, 'deleteWebhook', remove),
    route('POST', `${ONE}/Reactivate`, 'reactivateWebhook', reactivate, bare),
    route('POST', `${ONE}/RotateSecret`, 'rotateWebhookSecret', rotateSecret),
    route('GET', DELIVERIES_PATH, 'listWebhookDeliveries', listDeliveries, { ...listed, heavy: true }),
    route('GET', `${DELIVERIES_PATH}/:deliveryId`, 'getWebhookDelivery', getDelivery),
    route('POST', `${DELIVERIES_PATH}/:deliveryId/Resend`, 'resendWebhookDelivery', resend, bare),
  ];
}

function events(_parts: WebhookParts, { caller }: ApiRequest): ApiResponse {
  return { status: 200, body: JSON.stringify(subscribableEvents(caller)) };
}

async function list(parts: WebhookParts, { caller, query }: ApiRequest): Promise<ApiResponse | Problem> {
  const listing = planList(listableSubscriptions, query);
  if (listing instanceof Problem) return listing;
  // A key has a few hundred at most.
  const all = await parts.subscriptions(caller).list();
  const found = evaluate(listing, listableSubscriptions.properties, all.map(renderSubscription));
  const body = shown(`[${found.page.map((one) => JSON.stringify(one)).join(',\n')}]`, listing);
  return { status: 200, body, headers: pageHeaders(ALL, query, listing, found) };
}

function shown(body: string | AsyncIterable<string>, { fields }: Listing) {
  return fields === undefined ? body : cutPage(body, fields);
}

async function create(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const wishes = parseSubscription(body, request.caller, parts.guard);
  if (wishes instanceof Problem) return wishes;
  // A person makes them for whom the address names.
  const { integration, forIntegration } = request.caller;
  const what = forIntegration ? `POST Webhooks of ${integration.id}` : 'POST Webhooks';
  const once = readIdempotencyHeader(request, what, body);
  if (once instanceof Problem) return once;
  const beside = { once: once.idempotency, remembers: request.remembers };
  const made = await parts.subscriptions(request.caller).create(wishes, parts.subscriptionLimit, beside);
  if (made instanceof Problem) return made;
  const headers = { Location: `${ALL}/${made.id}`, ...(made.replayed && REPLAYED) };
  return { status: 201, body: made.text, headers };
}

async function get(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => showOne(await parts.subscriptions(request.caller).find(id)));
}

async function patch(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => {
    const body = readJson(request, JSON_PATCH_TYPE);
    if (body instanceof Problem) return body;
    const operations = readPatchDocument(body, parts.patchLimits);
    if (operations instanceof Problem) return operations;
    const decide = (current: Subscription) => patchSubscription(current, operations, parts.guard);
    return showOne(await parts.subscriptions(request.caller).change(id, decide, request.remembers));
  });
}

async function remove(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => {
    const removed = await parts.subscriptions(request.caller).remove(id, request.remembers);
    if (removed instanceof Problem) return removed;
    return removed === undefined ? unknownSubscription() : { status: 204 };
  });
}

async function reactivate(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { caller, remembers } = request;
  return withID(request, async (id) => showOne(await parts.subscriptions(caller).reactivate(id, remembers)));
}

/** Rotates the secret; without a body, with the default grace period. */
async function rotateSecret(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => {
    const body = request.body?.length ? readJson(request, JSON_TYPE) : {};
    if (body instanceof Problem) return body;
    const graceMs = parseGrace(body);
    if (graceMs instanceof Problem) return graceMs;
    const rotated = await parts.subscriptions(request.caller).rotateSecret(id, graceMs, request.remembers);
    if (rotated === undefined) return unknownSubscription();
    return rotated instanceof Problem ? rotated : { status: 200, body: JSON.stringify(renderRotation(rotated)) };
  });
}

async function listDeliveries(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => {
    const listing = planList(listableDeliveries, request.query);
    if (listing instanceof Problem) return listing;
    const { bodyWanted, gone } = request;
    const found = await parts.deliveryLog(request.caller).list(id, listing, { body: bodyWanted, gone });
    if (found === undefined) return unknownSubscription();
    if (found instanceof Problem) return found;
    const headers = pageHeaders(`${ALL}/${id}/Deliveries`, request.query, listing, found);
    if (found.body !== undefined) return { status: 200, body: shown(found.body, listing), headers };
    return { status: 200, headers: { ...headers, 'content-type': JSON_CONTENT_TYPE } };
  });
}

async function getDelivery(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withDeliveryID(request, async (id, deliveryID) => {
    const found = await parts.subscriptions(request.caller).delivery(id, deliveryID);
    return found === undefined ? unknownDelivery() : { status: 200, body: stringifyDelivery(found) };
  });
}

async function resend(parts: WebhookParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withDeliveryID(request, async (id, deliveryID) => {
    return deliveryCreated(id, await parts.subscriptions(request.caller).resend(id, deliveryID), unknownDelivery());
  });
}

function showOne(found: Subscription | Problem | undefined): ApiResponse | Problem {
  if (found instanceof Problem) return found;
  return found === undefined ? unknownSubscription() : { status: 200, body: stringifySubscription(found) };
}

/** Returns the response for a delivery that was created on request. */
export function deliveryCreated(
  id: number,
  made: Delivery | Problem | undefined,
  unknown: Problem,
): ApiResponse | Problem {
  if (made instanceof Problem) return made;
  if (made === undefined) return unknown;
  return { status: 201, body: stringifyDelivery(made), headers: { Location: `${ALL}/${id}/Deliveries/${made.id}` } };
}

async function withID(
  { parameters }: ApiRequest,
  work: (id: number) => Promise<ApiResponse | Problem>,
): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  return id === undefined ? unknownSubscription() : work(id);
}

async function withDeliveryID(
  request: ApiRequest,
  work: (id: number, deliveryID: number) => Promise<ApiResponse | Problem>,
): Promise<ApiResponse | Problem> {
  return withID(request, async (id) => {
    const deliveryID = parseRecordID(request.parameters.deliveryId ?? '');
    return deliveryID === undefined ? unknownDelivery() : work(id, deliveryID);
  });
}
