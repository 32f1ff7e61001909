/** Lists the deliveries of a record over all webhooks of the account; needs Company Settings. */
import type { AccountScope } from '../../accounts/account.ts';
import type { Caller } from '../../accounts/caller.ts';
import { type RecordType, recordTypes } from '../../catalogue/index.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { parseRecordID } from '../../records/read.ts';
import { noSuchRecord } from '../../records/refusals.ts';
import type { RecordStore } from '../../records/store.ts';
import { stringifyDelivery } from '../../webhooks/delivery/settle/delivery-json.ts';
import type { DiagnosticsStore, RecordDelivery } from '../../webhooks/diagnostics/store.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface RecordDeliveryParts {
  insight(caller: Caller): DiagnosticsStore;
  records(account: AccountScope): RecordStore;
}

/** Maximum number of deliveries listed, newest first; a webhook's own log has all of them. */
const MAX_DELIVERIES = 100;

export function recordDeliveryRoutes(parts: RecordDeliveryParts): Route[] {
  return recordTypes.map((type) => ({
    method: 'GET',
    path: `${ACCOUNT_PATH}/${type.name}/:id/Sent`,
    operation: `consoleList${type.name}Sent`,
    needs: { allowed: 'company settings' },
    handle: (request) => sent(type, parts, request),
  }));
}

async function sent(type: RecordType, parts: RecordDeliveryParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { caller, parameters } = request;
  const id = parseRecordID(parameters.id ?? '') ?? 0;
  const record = id === 0 ? undefined : await parts.records(caller.account).read(type.name, id);
  if (record === undefined) return noSuchRecord(type, id);
  const found = await parts.insight(caller).sent(type.name, id, MAX_DELIVERIES, request.gone());
  if (found instanceof Problem) return found;
  return { status: 200, body: `[${found.map(show).join(',\n')}]` };
}

/** A delivery as its webhook's log shows it, and whose it is. Of the target only the host: an address may carry a secret. */
function show({ webhook: { id, name, targetUrl, action }, version, delivery }: RecordDelivery): string {
  const webhook = { id, name, host: new URL(targetUrl).host, action };
  return `{"webhook":${JSON.stringify(webhook)},"version":${version},${stringifyDelivery(delivery).slice(1)}`;
}
