/** The routes of recoveries: runs that send events of a subscription again, or late. */
import type { Caller } from '../../accounts/caller.ts';
import { JSON_TYPE, readJson } from '../../http/json-body.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { cutPage } from '../../records/lists/cut-page.ts';
import { evaluate } from '../../records/lists/evaluate.ts';
import { fault, invalidQuery, quoted } from '../../records/lists/faults.ts';
import { pageHeaders } from '../../records/lists/links.ts';
import { planList } from '../../records/lists/planning.ts';
import { decode, split, Undecodable } from '../../records/lists/query.ts';
import { parseRecordID } from '../../records/read.ts';
import { listableDeliveries } from '../../webhooks/delivery/settle/delivery-json.ts';
import { beginRecovery } from '../../webhooks/recovery/begin-recovery.ts';
import { parseRecoveryRequest, type RecoveryRequest } from '../../webhooks/recovery/parse-recovery-request.ts';
import {
  DELIVERIES_PER_SECOND,
  listableRecoveries,
  type Recovery,
  renderRecovery,
} from '../../webhooks/recovery/recovery.ts';
import { type RecoveryControl, type RecoveryStore, recoveryControls } from '../../webhooks/recovery/store.ts';
import { unknownRecovery, unknownSubscription } from '../../webhooks/refusals.ts';
import { createWebhookRouteBuilder, WEBHOOK_PATH as ONE } from './webhook-route-builder.ts';

export interface RecoveryParts {
  recoveries(caller: Caller): RecoveryStore;
}

const RECOVERIES_PATH = `${ONE}/Recoveries`;

export function recoveryRoutes(parts: RecoveryParts): Route[] {
  const route = createWebhookRouteBuilder(parts);
  const words: Record<RecoveryControl, string> = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' };
  return [
    route('POST', `${ONE}/Recover`, 'recoverWebhook', recover, { heavy: true }),
    route('POST', `${ONE}/Deliveries/Resend`, 'resendWebhookDeliveries', resendAll, {
      heeds: { query: true, body: false },
      heavy: true,
    }),
    route('GET', RECOVERIES_PATH, 'listWebhookRecoveries', list, { heeds: { query: true } }),
    route('GET', `${RECOVERIES_PATH}/:recoveryId`, 'getWebhookRecovery', get),
    ...recoveryControls.map((to) =>
      route(
        'POST',
        `${RECOVERIES_PATH}/:recoveryId/${words[to]}`,
        `${to}WebhookRecovery`,
        (_parts, request) => steer(parts, request, to),
        { heeds: { body: false } },
      ),
    ),
  ];
}

async function recover(parts: RecoveryParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readJson(request, JSON_TYPE);
  if (body instanceof Problem) return body;
  const asked = parseRecoveryRequest(body);
  return asked instanceof Problem ? asked : begin(parts, request, asked);
}

/** Every filter of the delivery log; what makes a page of it has no meaning here. */
async function resendAll(parts: RecoveryParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const asked = readResend(request.query);
  return asked instanceof Problem ? asked : begin(parts, request, asked);
}

async function begin(
  parts: RecoveryParts,
  request: ApiRequest,
  asked: RecoveryRequest,
): Promise<ApiResponse | Problem> {
  const id = parseRecordID(request.parameters.id ?? '');
  if (id === undefined) return unknownSubscription();
  const made = await beginRecovery(parts.recoveries(request.caller), id, asked, request.gone());
  if (made instanceof Problem) return made;
  if ('counted' in made) {
    const { total, by } = made.counted;
    return { status: 200, body: JSON.stringify({ total, ...by }) };
  }
  const headers = { Location: `/api/Webhooks/${id}/Recoveries/${made.begun.id}` };
  return { status: 202, body: JSON.stringify(renderRecovery(made.begun)), headers };
}

const ofPages = ['take', 'skip', 'orderby', 'count', 'fields'];

function readResend(query: string): RecoveryRequest | Problem {
  const faults: InputFault[] = [];
  const filters: string[] = [];
  const own = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name, value] = split(part).map(decode);
    const word = name instanceof Undecodable ? '' : name!.toLowerCase();
    if (ofPages.includes(word)) faults.push(fault(word, 'All that match are sent again, in their order.'));
    else if ((word === 'dryrun' || word === 'persecond') && !own.has(word)) own.set(word, String(value));
    else filters.push(part);
  }
  const pace = own.get('persecond') ?? String(DELIVERIES_PER_SECOND.usual);
  if (!/^[0-9]{1,4}$/.test(pace) || Number(pace) < 1 || Number(pace) > DELIVERIES_PER_SECOND.most) {
    faults.push(fault('perSecond', `${quoted(pace)} is no whole number from 1 to ${DELIVERIES_PER_SECOND.most}.`));
  }
  const dryRun = (own.get('dryrun') ?? 'false').toLowerCase();
  if (dryRun !== 'true' && dryRun !== 'false') faults.push(fault('dryRun', 'Write true or false.'));
  if (faults.length > 0) return invalidQuery(faults);
  const filter = filters.join('&');
  const listing = planList(listableDeliveries, filter);
  if (listing instanceof Problem) return listing;
  return { wish: { kind: 'resend', filter }, perSecond: Number(pace), dryRun: dryRun === 'true' };
}

async function list(parts: RecoveryParts, { caller, query, parameters }: ApiRequest): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const listing = planList(listableRecoveries, query);
  if (listing instanceof Problem) return listing;
  // Some hundred are kept.
  const all = id === undefined ? undefined : await parts.recoveries(caller).list(id);
  if (all === undefined) return unknownSubscription();
  const found = evaluate(listing, listableRecoveries.properties, all.map(renderRecovery));
  const body = `[${found.page.map((one) => JSON.stringify(one)).join(',\n')}]`;
  return {
    status: 200,
    body: listing.fields === undefined ? body : cutPage(body, listing.fields),
    headers: pageHeaders(`/api/Webhooks/${id}/Recoveries`, query, listing, found),
  };
}

async function get(parts: RecoveryParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  return withRun(request, async (id, recovery) => parts.recoveries(request.caller).find(id, recovery));
}

async function steer(parts: RecoveryParts, request: ApiRequest, to: RecoveryControl): Promise<ApiResponse | Problem> {
  return withRun(request, async (id, recovery) => parts.recoveries(request.caller).steer(id, recovery, to));
}

async function withRun(
  { parameters }: ApiRequest,
  work: (id: number, recovery: number) => Promise<Recovery | Problem | undefined>,
): Promise<ApiResponse | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const recovery = parseRecordID(parameters.recoveryId ?? '');
  const found = id === undefined || recovery === undefined ? undefined : await work(id, recovery);
  if (found === undefined) return unknownRecovery();
  return found instanceof Problem ? found : { status: 200, body: JSON.stringify(renderRecovery(found)) };
}
