/** Routes whose success is remembered in the audit log: rights, webhooks, and records that leave the house in bulk. */
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Json } from '../../lib/json.ts';
import type { Clock } from '../../lib/time.ts';
import { type AuditEntry, type AuditWhat, actorOf } from '../../people/audit.ts';
import { RIGHTS } from '../../people/person.ts';
import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import type { RecordFields } from '../../records/store.ts';

export interface AuditParts {
  readonly stores: ReadonlyMap<string, PeopleStore>;
  readonly clock: Clock;
}

const whats: Readonly<Record<string, AuditWhat>> = {
  createUser: 'person.changed',
  updateUser: 'person.changed',
  deleteUser: 'person.changed',
  createWebhook: 'webhook.made',
  updateWebhook: 'webhook.changed',
  deleteWebhook: 'webhook.removed',
  reactivateWebhook: 'webhook.changed',
  rotateWebhookSecret: 'webhook.changed',
};

/**
 * Adds auditing to routes. For keys, only changes to users are audited; for people, all audited operations and exports.
 */
export function withAuditing(routes: readonly Route[], whose: 'keys' | 'people', parts: AuditParts): Route[] {
  return routes.map((route) => {
    const { operation, method, needs } = route;
    const what = whats[operation];
    const isList = whose === 'people' && method === 'GET' && needs.allowed === 'read' && operation.startsWith('list');
    const isRemembered = what !== undefined && (whose === 'people' || what === 'person.changed');
    if (!isRemembered && !isList) return route;
    return { ...route, handle: isList ? rememberingExports(route, parts) : rememberingChanges(route, what!, parts) };
  });
}

function rememberingExports({ handle, operation }: Route, parts: AuditParts): Route['handle'] {
  return async (request) => {
    const answer = await handle(request);
    return answer instanceof Problem ? answer : auditExport(parts, request, operation.slice(4), answer);
  };
}

/** The answer; where it is a file, once it is remembered who takes it away. */
export async function auditExport(
  parts: AuditParts,
  request: ApiRequest,
  about: string,
  answer: ApiResponse,
): Promise<ApiResponse> {
  const [form = ''] = (answer.headers?.['content-type'] ?? '').split(';');
  const { account } = request.caller;
  if (request.bodyWanted && /csv|ndjson/.test(form)) {
    const told = entry(parts, request, 'records.exported', about, { form });
    const telling = parts.stores.get(account.shardID)!.audit(account, told);
    await telling.catch(async (failure) => {
      await endUnread(answer.body);
      throw failure;
    });
  }
  return answer;
}

/** A stream gives back what it holds when it was begun and has ended: nobody will take this one. */
async function endUnread(body: ApiResponse['body']): Promise<void> {
  if (typeof body !== 'object' || !(Symbol.asyncIterator in body)) return;
  const pieces = (body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  await pieces.next().catch(() => {});
  await pieces.return?.();
}

/**
 * Gives the handler a function that creates the audit entry. The handler stores it in the transaction of the change, so
 * that either both are stored or neither.
 */
function rememberingChanges({ handle }: Route, what: AuditWhat, parts: AuditParts): Route['handle'] {
  return (request) =>
    handle({
      ...request,
      remembers: (about, before, after) => entry(parts, request, what, about, after && rightsChanged(before, after)),
    });
}

/**
 * Returns the rights that changed. Compares the result, not the request, because a request can express a right in many
 * ways.
 */
function rightsChanged(before: RecordFields | undefined, after: RecordFields): RecordFields | undefined {
  const changed = RIGHTS.filter((name) => before?.[name] !== after[name]).map((name) => [name, after[name]!]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

function entry(
  { clock }: AuditParts,
  { caller, client }: ApiRequest,
  what: AuditWhat,
  about: string,
  detail?: { readonly [name: string]: Json },
): AuditEntry {
  return { on: clock.now(), what, by: actorOf(caller), address: client, about, ...(detail && { detail }) };
}
