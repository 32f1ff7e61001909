/**
 * The routes of the API, mounted for people: the same implementations below `/console/api/{account}`. A person manages the webhooks of the
 * whole account, each as the integration it belongs to; what points into the API points into the console.
 */
import type { Caller } from '../../accounts/caller.ts';
import { mayUseWebhooks as refusalOfWebhooks } from '../../accounts/permissions.ts';
import { mayUseWebhooks, permissionsOf } from '../../accounts/roles.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import { parseRecordID } from '../../records/read.ts';
import { unknownSubscription } from '../../webhooks/refusals.ts';
import { CONSOLE_API_PATH } from './session-routes.ts';

export const ACCOUNT_PATH = `${CONSOLE_API_PATH}/:account`;

export interface MountParts {
  readonly directories: ReadonlyMap<string, AccountStore>;
  readonly stores: ReadonlyMap<string, PeopleStore>;
}

/** The console has a page of its own about who asks; and people write, where keys may propose. */
const UNMOUNTED_OPERATIONS = new Set(['getMe', 'createProposal', 'withdrawProposal']);

export function mountApiRoutes(routes: readonly Route[], parts: MountParts): Route[] {
  const forPeople = routes.filter(({ operation }) => !UNMOUNTED_OPERATIONS.has(operation));
  const ofIntegration = routes.filter(({ operation }) => INTEGRATION_OPERATIONS.has(operation));
  return [
    ...forPeople.map((route) => mount(route, ACCOUNT_PATH, '', (request) => asOwner(parts, route, request))),
    ...ofIntegration.map((route) => mount(route, INTEGRATION_PATH, 'Of', (request) => asIntegration(parts, request))),
  ];
}

/** Operations that create a webhook. They are also mounted below the integration that the webhook will belong to. */
const INTEGRATION_OPERATIONS = new Set(['createWebhook', 'rehearseWebhook']);
const INTEGRATION_PATH = `${ACCOUNT_PATH}/Integrations/:integration`;

function mount(
  route: Route,
  below: string,
  ending: string,
  callerOf: (request: ApiRequest) => Promise<Caller | Problem>,
): Route {
  return {
    ...route,
    path: route.path.replace(/^\/api/, below),
    operation: consoleOperationName(route.operation) + ending,
    handle: async (request) => {
      const caller = await callerOf(request);
      if (caller instanceof Problem) return caller;
      const answer = await route.handle({ ...request, caller });
      return answer instanceof Problem ? answer : atHome(answer, caller);
    },
  };
}

/** Returns the console's operation name: `listTasks` becomes `consoleListTasks`. */
export function consoleOperationName(operation: string): string {
  return `console${operation[0]!.toUpperCase()}${operation.slice(1)}`;
}

/**
 * Returns the caller for a webhook route: for one webhook, the integration that owns it; for new ones, the built-in
 * integration.
 */
async function asOwner({ stores }: MountParts, { path }: Route, request: ApiRequest): Promise<Caller | Problem> {
  const { caller, parameters } = request;
  if (!/^\/api\/webhooks\b/i.test(path)) return caller;
  if (!path.includes('/:id')) return caller;
  const store = stores.get(caller.account.shardID)!;
  const id = parseRecordID(parameters.id ?? '');
  const owner = id === undefined ? undefined : await store.ownerOf(caller.account, id);
  // The person is recorded as the submitter of the changes.
  return owner === undefined
    ? unknownSubscription()
    : { ...caller, integration: { ...owner, submitter: caller.person!.email } };
}

/** Returns a caller with the permissions of that integration, because its key will manage the new webhook. */
async function asIntegration(
  { directories }: MountParts,
  { caller, parameters }: ApiRequest,
): Promise<Caller | Problem> {
  const directory = directories.get(caller.account.shardID)!;
  const [found] = await directory.integrations(caller.account, parameters.integration ?? '');
  if (found === undefined) return new Problem('not_found', 'There is no such integration in this account.');
  if (found.revokedOn !== null) {
    return new Problem('conflict', `The integration "${found.name}" is revoked: its webhooks are off for good.`);
  }
  const bounded: Caller = {
    ...caller,
    integration: { ...found, submitter: caller.person!.email },
    permissions: permissionsOf(found),
    webhooks: mayUseWebhooks(found),
    forIntegration: true,
  };
  return refusalOfWebhooks(bounded) ?? bounded;
}

/** Addresses in headers lead back here; and answers differ by the cookie. */
function atHome(answer: ApiResponse, { account }: Caller): ApiResponse {
  const { headers } = answer;
  if (headers === undefined) return answer;
  const home = `${CONSOLE_API_PATH}/${account.id}/`;
  const led: Record<string, string> = { ...headers };
  if (led.Location !== undefined) led.Location = led.Location.replace(/^\/api\//, home);
  if (led.Link !== undefined) led.Link = led.Link.replaceAll('</api/', `<${home}`);
  if (led.vary !== undefined) led.vary = led.vary.replace(/authorization, apikey, shardid/, 'cookie');
  return { ...answer, headers: led };
}
