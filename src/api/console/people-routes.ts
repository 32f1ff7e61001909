/**
 * Routes with which admins manage people: invitations, reset links, sign-out. Rights are changed with the user record:
 * PATCH Users.
 */
import type { AccountScope } from '../../accounts/account.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { actorOf } from '../../people/audit.ts';
import type { LinkMaker } from '../../people/links.ts';
import { type Inviter, invite, letBackIn, signOutPerson, withdraw } from '../../people/manage.ts';
import type { User } from '../../people/person.ts';
import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import { parseRecordID } from '../../records/read.ts';
import type { RecordStore } from '../../records/store.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface PeopleParts extends LinkMaker {
  readonly stores: ReadonlyMap<string, PeopleStore>;
  records(account: AccountScope): RecordStore;
}

export function peopleRoutes(parts: PeopleParts): Route[] {
  const needs = { allowed: 'administer' } as const;
  const forPerson =
    (work: (manager: Inviter, user: User) => Promise<ApiResponse | Problem>) =>
    async (request: ApiRequest): Promise<ApiResponse | Problem> => {
      const manager = managerOf(parts, request);
      const id = parseRecordID(request.parameters.id ?? '');
      const known = id === undefined ? undefined : await manager.store.person(manager.account, id);
      return known === undefined
        ? new Problem('not_found', 'There is no such user in this account.')
        : work(manager, known.user);
    };
  return [
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Invitations`,
      operation: 'consoleListInvitations',
      needs: { allowed: 'company settings' },
      handle: async ({ caller: { account } }) => {
        const links = await parts.stores.get(account.shardID)!.openLinks(account, parts.clock.now());
        const shown = links.map(({ userID, kind, createdOn, expiresOn }) => ({
          userID,
          kind,
          createdOn: formatTimestamp(createdOn),
          expiresOn: formatTimestamp(expiresOn),
        }));
        return { status: 200, body: JSON.stringify(shown) };
      },
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Invitations`,
      operation: 'consoleInvite',
      needs,
      handle: async (request) => {
        const body = readBody(request, INVITATION_SHAPE);
        if (body instanceof Problem) return body;
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const invited = await invite(managerOf(parts, request), given as Record<string, string | boolean>);
        return invited instanceof Problem ? invited : { status: 201, body: JSON.stringify(invited) };
      },
    },
    {
      method: 'DELETE',
      path: `${ACCOUNT_PATH}/Invitations/:id`,
      operation: 'consoleWithdrawInvitation',
      needs,
      handle: forPerson(async (manager, user) => {
        await withdraw(manager, user);
        return { status: 204 };
      }),
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Users/:id/ResetLink`,
      operation: 'consoleMakeResetLink',
      needs,
      heeds: { body: false },
      handle: forPerson(async (manager, user) => {
        const made = await letBackIn(manager, user);
        return made instanceof Problem ? made : { status: 201, body: JSON.stringify(made) };
      }),
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Users/:id/SignOut`,
      operation: 'consoleSignOutPerson',
      needs,
      heeds: { body: false },
      handle: forPerson(async (manager, user) => ({
        status: 200,
        body: JSON.stringify({ sessions: await signOutPerson(manager, user) }),
      })),
    },
  ];
}

const INVITATION_SHAPE = {
  Email: 'text',
  Role: 'text?',
  CompanySettings: 'boolean?',
  FirstName: 'text?',
  LastName: 'text?',
} as const;

function managerOf(parts: PeopleParts, { caller, client }: ApiRequest): Inviter {
  const { account } = caller;
  const { clock, random, consoleUrl, mail } = parts;
  const store = parts.stores.get(account.shardID)!;
  return {
    clock,
    random,
    consoleUrl,
    mail,
    store,
    records: parts.records(account),
    account,
    by: actorOf(caller),
    address: client,
  };
}
