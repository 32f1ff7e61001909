/**
 * The routes of the API, mounted for people: the same implementations below `/console/api/{account}`. A person manages the webhooks of the
 * whole account, each as the integration it belongs to; what points into the API points into the console.
 */
import type { Caller } from '../accounts/caller.ts';
import type { Answer, ApiRequest, Route } from '../http/route.ts';
import type { PeopleStore } from '../people/store.ts';
import { Problem } from '../problems.ts';
import { parseRecordID } from '../records/read.ts';
import { unknownSubscription } from '../webhooks/refusals.ts';
import { CONSOLE_API } from './session-routes.ts';

export const ACCOUNT = `${CONSOLE_API}/:account`;

export interface MountParts {
  readonly stores: ReadonlyMap<string, PeopleStore>;
}

/** The console has a page of its own about who asks; and people write, where keys may propose. */
const NOT_MOUNTED = new Set(['getMe', 'propose', 'withdrawProposal']);

export function mounted(routes: readonly Route[], parts: MountParts): Route[] {
  return routes
    .filter(({ operation }) => !NOT_MOUNTED.has(operation))
    .map((route) => ({
      ...route,
      path: route.path.replace(/^\/api/, ACCOUNT),
      operation: consoleOperation(route.operation),
      handle: async (request) => {
        const caller = await asOwner(parts, route, request);
        if (caller instanceof Problem) return caller;
        const answer = await route.handle({ ...request, caller });
        return answer instanceof Problem ? answer : atHome(answer, caller);
      },
    }));
}

/** `listTasks` is `consoleListTasks`. */
export function consoleOperation(operation: string): string {
  return `console${operation[0]!.toUpperCase()}${operation.slice(1)}`;
}

/** Of what concerns one webhook, the integration it belongs to; of what makes one, the built-in one, which has to be there. */
async function asOwner(
  { stores }: MountParts,
  { path, method }: Route,
  request: ApiRequest,
): Promise<Caller | Problem> {
  const { caller, parameters } = request;
  if (!/^\/api\/webhooks\b/i.test(path)) return caller;
  const store = stores.get(caller.account.shardID)!;
  if (!path.includes('/:id')) {
    if (method === 'POST') await store.ensureIntegration(caller.account, caller.integration);
    return caller;
  }
  const id = parseRecordID(parameters.id ?? '');
  const owner = id === undefined ? undefined : await store.ownerOf(caller.account, id);
  // What the person causes is said to come from the person.
  return owner === undefined
    ? unknownSubscription()
    : { ...caller, integration: { ...owner, submitter: caller.person!.email } };
}

/** Addresses in headers lead back here; and answers differ by the cookie. */
function atHome(answer: Answer, { account }: Caller): Answer {
  const { headers } = answer;
  if (headers === undefined) return answer;
  const home = `${CONSOLE_API}/${account.id}/`;
  const led: Record<string, string> = { ...headers };
  if (led.Location !== undefined) led.Location = led.Location.replace(/^\/api\//, home);
  if (led.Link !== undefined) led.Link = led.Link.replaceAll('</api/', `<${home}`);
  if (led.vary !== undefined) led.vary = led.vary.replace(/authorization, apikey, shardid/, 'cookie');
  return { ...answer, headers: led };
}
