/** Routes whose success is remembered in the audit log: rights, webhooks, and records that leave the house in bulk. */
import type { Caller } from '../accounts/caller.ts';
import type { ApiRequest, Route } from '../http/route.ts';
import type { Json } from '../kernel/json.ts';
import type { Clock } from '../kernel/time.ts';
import { type AuditWhat, actorOf } from '../people/audit.ts';
import { RIGHTS, type User } from '../people/person.ts';
import type { PeopleStore } from '../people/store.ts';
import { Problem } from '../problems.ts';
import { parseRecordID } from '../records/read.ts';

export interface RememberParts {
  readonly stores: ReadonlyMap<string, PeopleStore>;
  readonly clock: Clock;
}

const whats: Readonly<Record<string, AuditWhat>> = {
  createUsers: 'person.changed',
  patchUsers: 'person.changed',
  deleteUsers: 'person.changed',
  createWebhook: 'webhook.made',
  patchWebhook: 'webhook.changed',
  deleteWebhook: 'webhook.removed',
  reactivateWebhook: 'webhook.changed',
};

/** Of keys what they do to users alone; of people the rest too. */
export function remembered(routes: readonly Route[], whose: 'keys' | 'people', parts: RememberParts): Route[] {
  return routes.map((route) => {
    const { operation, method, needs } = route;
    const what = whats[operation];
    const isList = whose === 'people' && method === 'GET' && needs.allowed === 'read' && operation.startsWith('list');
    const isRemembered = what !== undefined && (whose === 'people' || operation.endsWith('Users'));
    if (!isRemembered && !isList) return route;
    return { ...route, handle: isList ? rememberingExports(route, parts) : rememberingChanges(route, what!, parts) };
  });
}

function rememberingExports({ handle, operation }: Route, parts: RememberParts): Route['handle'] {
  return async (request) => {
    const answer = await handle(request);
    if (answer instanceof Problem) return answer;
    const [form = ''] = (answer.headers?.['content-type'] ?? '').split(';');
    if (/csv|ndjson/.test(form)) await remember(parts, request, 'records.exported', operation.slice(4), { form });
    return answer;
  };
}

function rememberingChanges({ handle, path }: Route, what: AuditWhat, parts: RememberParts): Route['handle'] {
  return async (request) => {
    const type = path.split('/')[2];
    const user = (given: string | undefined) => {
      const id = type === 'Users' && given !== undefined ? parseRecordID(given) : undefined;
      return id === undefined ? undefined : userOf(parts, request.caller, id);
    };
    const before = await user(request.parameters.id);
    const answer = await handle(request);
    if (answer instanceof Problem) return answer;
    const id = answer.headers?.Location?.split('/').at(-1) ?? request.parameters.id;
    const after = await user(id);
    const about = id === undefined ? null : `${type}/${id}`;
    await remember(parts, request, what, about, after && rightsChanged(before, after));
    return answer;
  };
}

async function userOf({ stores }: RememberParts, { account }: Caller, id: number): Promise<User | undefined> {
  return (await stores.get(account.shardID)!.person(account, id))?.user;
}

/** By what it has come to, not by what was asked for: a right can be given in many words. */
function rightsChanged(before: User | undefined, after: User): { readonly [name: string]: Json } | undefined {
  const changed = RIGHTS.filter((name) => before?.[name] !== after[name]).map((name) => [name, after[name]]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

async function remember(
  { stores, clock }: RememberParts,
  { caller, client }: ApiRequest,
  what: AuditWhat,
  about: string | null,
  detail?: { readonly [name: string]: Json },
): Promise<void> {
  const entry = { on: clock.now(), what, by: actorOf(caller), address: client, about, ...(detail && { detail }) };
  await stores.get(caller.account.shardID)!.audit(caller.account, entry);
}
