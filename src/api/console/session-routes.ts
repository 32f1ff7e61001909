/** Console routes that need no session: sign-in, sign-out, links and set-up. */
import type { AccountScope } from '../../accounts/account.ts';
import type { PublicRequest, PublicRoute } from '../../http/public-route.ts';
import type { ApiResponse } from '../../http/route.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { type ForgottenParts, mailReset } from '../../people/forgotten-password.ts';
import { type LinkUse, lookAtLink, useLink } from '../../people/links.ts';
import { CONFIRMED_MS, nameOf } from '../../people/person.ts';
import { opened, replaced, type SessionParts, signedOut, signOut } from '../../people/sessions.ts';
import { type SetUpParts, setUp } from '../../people/set-up.ts';
import { type Origin, type SignInParts, signIn } from '../../people/sign-in.ts';
import type { KnownSession } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import type { RecordStore } from '../../records/store.ts';
import { readBody } from './body.ts';
import type { Cookies } from './cookie.ts';
import { rejectCrossSite } from './same-origin.ts';

export interface SessionRouteParts extends SignInParts, SessionParts, SetUpParts, ForgottenParts {
  records(account: AccountScope): RecordStore;
  readonly cookies: Cookies;
  readonly publicUrl: string;
}

export const CONSOLE_API_PATH = '/console/api';

/** A route that nobody needs a session for; what changes something is asked by pages of our own. */
export function publicConsoleRoute(
  { publicUrl }: Pick<SessionRouteParts, 'publicUrl'>,
  method: NonNullable<PublicRoute['method']>,
  path: string,
  handle: (request: PublicRequest) => Promise<ApiResponse | Problem>,
): PublicRoute {
  const ours = (request: PublicRequest) => rejectCrossSite(request.headers, method, publicUrl) ?? handle(request);
  return { method, path: `${CONSOLE_API_PATH}${path}`, handle: ours };
}

export function sessionRoutes(parts: SessionRouteParts): PublicRoute[] {
  const own = (
    method: NonNullable<PublicRoute['method']>,
    path: string,
    handle: (request: PublicRequest) => Promise<ApiResponse | Problem>,
  ) => publicConsoleRoute(parts, method, path, handle);
  return [
    own('POST', '/Session', async (request) => {
      const body = readBody(request, { email: 'text', password: 'text' });
      if (body instanceof Problem) return body;
      return respondWithSession(parts, request, (origin) => signIn(parts, body, origin));
    }),
    own('GET', '/Session', async ({ headers }) => {
      const sessions = await opened(parts, parts.cookies.read(headers));
      return sessions.length === 0 ? signedOut : { status: 200, body: shown(sessions), headers: SESSION_HEADERS };
    }),
    own('DELETE', '/Session', async ({ headers, client }) => {
      await signOut(parts, parts.cookies.read(headers), client);
      return { status: 204, headers: { 'set-cookie': parts.cookies.none } };
    }),
    own('POST', '/Links/Look', async (request) => {
      const body = readBody(request, { token: 'text' });
      if (body instanceof Problem) return body;
      const found = await lookAtLink(parts, body.token);
      if (found instanceof Problem) return found;
      const { kind, whose, expiresOn } = found.link;
      const told = {
        kind,
        expiresOn: formatTimestamp(expiresOn),
        account: whose === undefined ? null : { id: whose.account.id, name: whose.account.name },
        email: whose?.user.Email ?? null,
        firstName: whose?.user.FirstName ?? null,
        lastName: whose?.user.LastName ?? null,
      };
      return { status: 200, body: JSON.stringify(told) };
    }),
    own('POST', '/Links/Use', async (request) => {
      const body = readBody(request, { token: 'text', password: 'text?', ...names });
      if (body instanceof Problem) return body;
      const use = { token: body.token, ...(body.password && { password: body.password }), fields: fieldsOf(body) };
      return respondWithSession(parts, request, (origin) => useLink(parts, use, origin));
    }),
    own('POST', '/Setup', async (request) => {
      const body = readBody(request, { token: 'text', account: 'text', email: 'text', password: 'text', ...names });
      if (body instanceof Problem) return body;
      const { token, account, email, password } = body;
      const wishes = { token, account, email, password, fields: fieldsOf(body) };
      return respondWithSession(parts, request, (origin) => setUp(parts, wishes, origin));
    }),
    own('POST', '/Resets', async (request) => {
      const body = readBody(request, { email: 'text' });
      if (body instanceof Problem) return body;
      const { mail } = parts;
      const refused = mail && (await mailReset({ ...parts, mail }, body.email, request.client));
      if (refused !== undefined) return refused;
      const message = mail === undefined ? ASK_ADMIN_MESSAGE : RESET_SENT_MESSAGE;
      return { status: 202, body: JSON.stringify({ message }) };
    }),
  ];
}

const ASK_ADMIN_MESSAGE =
  'Ask an admin of your firm for a reset link. An admin who is locked out asks whoever runs the service.';
const RESET_SENT_MESSAGE =
  'If somebody with this address may sign in, a letter with a reset link is on its way. If none comes, ask an admin of your firm.';
const names = { firstName: 'text?', lastName: 'text?', timeZone: 'text?' } as const;
const SESSION_HEADERS = { vary: 'cookie', 'cache-control': 'no-store' };

function fieldsOf({
  firstName,
  lastName,
  timeZone,
}:
  | { firstName?: string; lastName?: string; timeZone?: string }
  | Record<keyof typeof names, string | undefined>): LinkUse['fields'] {
  return {
    ...(firstName && { FirstName: firstName }),
    ...(lastName && { LastName: lastName }),
    ...(timeZone && { TimeZone: timeZone }),
  };
}

/**
 * Responds with a new session, which replaces the browser's previous one. So a token that an attacker planted there
 * never gets access.
 */
export async function respondWithSession(
  parts: SessionRouteParts,
  request: PublicRequest,
  work: (origin: Origin) => Promise<string | Problem>,
): Promise<ApiResponse | Problem> {
  const { headers, client } = request;
  // Checked before any work: a session is useless if the browser cannot store its cookie.
  const refused = parts.cookies.write(headers, '', 0);
  if (refused instanceof Problem) return refused;
  const token = await work(requestOrigin(request));
  if (token instanceof Problem) return token;
  await replaced(parts, parts.cookies.read(headers), client);
  const sessions = await opened(parts, token);
  // It may have ended since.
  if (sessions.length === 0) return signedOut;
  const cookie = parts.cookies.write(headers, token, parts.limits.longestMs) as string;
  return { status: 200, body: shown(sessions), headers: { ...SESSION_HEADERS, 'set-cookie': cookie } };
}

export function requestOrigin({ client, headers }: Pick<PublicRequest, 'client' | 'headers'>): Origin {
  return { address: client, device: headers['user-agent'] ?? '' };
}

function shown(sessions: readonly KnownSession[]): string {
  const [{ user, confirmedOn }] = sessions as readonly [KnownSession, ...KnownSession[]];
  return JSON.stringify({
    person: { email: user.Email, name: nameOf(user), timeZone: user.TimeZone, locale: user.Locale },
    accounts: sessions.map((one) => ({
      id: one.account.id,
      name: one.account.name,
      role: one.user.Role,
      companySettings: one.user.CompanySettings,
      personID: one.user.ID,
    })),
    passwordUntil: confirmedOn === null ? null : formatTimestamp(confirmedOn + CONFIRMED_MS),
  });
}
