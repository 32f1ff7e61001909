/** Routes for the signed-in person: identity, permissions, sessions and password. */
import type { AccountStore, AdminContact } from '../../accounts/store.ts';
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import type { ApiRequest, Route } from '../../http/route.ts';
import { changePassword } from '../../people/change-password.ts';
import { confirm } from '../../people/confirm.ts';
import type { Provider } from '../../people/provider.ts';
import { endOwn, type SessionParts, sessionsOf } from '../../people/sessions.ts';
import type { SignInParts } from '../../people/sign-in.ts';
import { Problem } from '../../problems.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';
import { requestOrigin } from './session-routes.ts';

export interface MeParts extends SignInParts, SessionParts {
  readonly directories: ReadonlyMap<string, AccountStore>;
  readonly provider: Provider | undefined;
  /** True if the account contains only demo data. */
  isDemo(accountName: string): boolean;
  /** Requests of one key in a minute; 0 where none is set. */
  readonly keyLimit: number;
  readonly approvals: Pick<ApprovalParts, 'needsAnother'>;
}

export function meRoutes(parts: MeParts): Route[] {
  const needs = { allowed: 'any person' } as const;
  return [
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Me`,
      operation: 'consoleGetMe',
      needs,
      handle: async (request) => ({ status: 200, body: JSON.stringify(await describe(parts, request)) }),
    },
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Sessions`,
      operation: 'consoleListSessions',
      needs,
      handle: async ({ caller }) => ({ status: 200, body: JSON.stringify(await sessionsOf(parts, caller)) }),
    },
    {
      method: 'DELETE',
      path: `${ACCOUNT_PATH}/Sessions`,
      operation: 'consoleEndOtherSessions',
      needs,
      handle: async ({ caller, client }) => {
        await endOwn(parts, caller, 'others', client);
        return { status: 204 };
      },
    },
    {
      method: 'DELETE',
      path: `${ACCOUNT_PATH}/Sessions/:id`,
      operation: 'consoleEndSession',
      needs,
      handle: async ({ caller, client, parameters }) => {
        const ended = await endOwn(parts, caller, { id: parameters.id! }, client);
        return ended > 0 ? { status: 204 } : new Problem('not_found', 'You have no such session.');
      },
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Session/Password`,
      operation: 'consoleConfirm',
      needs,
      handle: async (request) => {
        const body = readBody(request, { password: 'text' });
        if (body instanceof Problem) return body;
        const confirmed = await confirm(parts, request.caller, body.password, requestOrigin(request));
        return confirmed instanceof Problem
          ? confirmed
          : { status: 200, body: JSON.stringify({ passwordUntil: confirmed.until }) };
      },
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Me/Password`,
      operation: 'consoleChangePassword',
      needs,
      handle: async (request) => {
        const body = readBody(request, { current: 'text', password: 'text' });
        if (body instanceof Problem) return body;
        return (await changePassword(parts, request.caller, body, requestOrigin(request))) ?? { status: 204 };
      },
    },
  ];
}

/** More than anybody asks. */
const MAX_ADMINS = 20;

async function describe(
  { directories, stores, provider, isDemo, keyLimit, approvals }: MeParts,
  { caller }: ApiRequest,
) {
  const { account, permissions } = caller;
  const person = caller.person!;
  const directory = directories.get(account.shardID)!;
  const store = stores.get(account.shardID)!;
  const [known, passkeys, frozen, settings, admins] = await Promise.all([
    store.person(account, person.id),
    store.passkeysOf(account, person.id),
    directory.isFrozen(account),
    directory.settings(account),
    directory.admins(account, MAX_ADMINS),
  ]);
  const isAdmin = person.role === 'Admin';
  const user = known?.user;
  return {
    person: {
      id: person.id,
      email: person.email,
      name: person.name,
      timeZone: user?.TimeZone ?? null,
      locale: user?.Locale ?? null,
    },
    role: person.role,
    companySettings: person.companySettings,
    permissions,
    may: { webhooks: caller.webhooks, keys: isAdmin, people: isAdmin, audit: person.companySettings },
    confirmed: person.confirmed,
    // How the person can show once more who that is.
    confirmBy: {
      password: known?.password !== undefined,
      passkeys: passkeys.length,
      singleSignOn: provider !== undefined,
    },
    account: { id: account.id, name: account.name, ...settings, frozen, demo: isDemo(account.name) },
    keyLimit,
    // True if another person than the one an assistant works for must decide on its proposals.
    needsAnother: approvals.needsAnother,
    // Whom to ask for what one may not do.
    admins: admins.map(toAsk),
  };
}

/**
 * Returns the contact as text, with the e-mail address because names are not unique. A contact without a name has the
 * address as its name.
 */
function toAsk({ name, email }: AdminContact): string {
  return name === email ? email : `${name} (${email})`;
}
