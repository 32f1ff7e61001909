/** Routes whose success is remembered in the audit log: rights, webhooks, and records that leave the house in bulk. */
import type { ApiRequest, Route } from '../http/route.ts';
import type { Json } from '../kernel/json.ts';
import type { Clock } from '../kernel/time.ts';
import { type AuditWhat, actorOf } from '../people/audit.ts';
import type { PeopleStore } from '../people/store.ts';
import { Problem } from '../problems.ts';

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
    return {
      ...route,
      async handle(request) {
        const answer = await route.handle(request);
        if (answer instanceof Problem) return answer;
        if (isList) {
          const type = answer.headers?.['content-type'] ?? '';
          if (/csv|ndjson/.test(type))
            await remember(parts, request, 'records.exported', operation.slice(4), { form: type.split(';')[0]! });
        } else {
          const place = answer.headers?.Location?.split('/').at(-1) ?? request.parameters.id ?? null;
          await remember(
            parts,
            request,
            what!,
            place === null ? null : `${route.path.split('/')[2]}/${place}`,
            told(request),
          );
        }
        return answer;
      },
    };
  });
}

/** Of a change of rights, the rights that were asked for; never a header of a webhook, which may be a secret. */
function told({ body, caller }: ApiRequest): { readonly [name: string]: Json } | undefined {
  if (body === undefined || body.length > 10_000) return undefined;
  try {
    const said: unknown = JSON.parse(body.toString());
    const pairs = Array.isArray(said)
      ? said.map(({ path, value }) => [String(path).slice(1), value])
      : Object.entries(said as object);
    const rights = pairs.filter(([name, value]) => RIGHTS.has(name as string) && typeof value !== 'object');
    return rights.length === 0 || caller === undefined ? undefined : Object.fromEntries(rights);
  } catch {
    return undefined;
  }
}
const RIGHTS = new Set(['Role', 'CompanySettings', 'Status', 'Deleted', 'Email']);

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
