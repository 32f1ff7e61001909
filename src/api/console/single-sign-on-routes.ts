/**
 * Single sign-on routes, to the provider and back. Browsers navigate to these addresses, so every outcome redirects to
 * a page.
 */

import type { PublicRequest, PublicRoute } from '../../http/public-route.ts';
import type { Route } from '../../http/route.ts';
import { CEREMONY_MS } from '../../people/ceremonies.ts';
import { replaced } from '../../people/sessions.ts';
import {
  beginSingleSignOn,
  CALLBACK,
  finishSingleSignOn,
  isTurned,
  type SingleSignOnParts,
  type Turned,
} from '../../people/single-sign-on.ts';
import { Problem } from '../../problems.ts';
import type { Cookies } from './cookie.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';
import { publicConsoleRoute, requestOrigin, type SessionRouteParts } from './session-routes.ts';

export interface SingleSignOnRouteParts extends SessionRouteParts, SingleSignOnParts {
  readonly ceremonyCookies: Cookies;
}

const CONSOLE_PATH = '/console';
const SIGN_IN_PATH = '/console/signin';

/** Creates the sign-in routes; none if single sign-on is not configured. */
export function singleSignOnRoutes(parts: SingleSignOnRouteParts): PublicRoute[] {
  const { cookies, ceremonyCookies, provider } = parts;
  if (provider === undefined) return [];
  return [
    publicConsoleRoute(parts, 'GET', '/SingleSignOn', async ({ headers, query }) => {
      const begun = await beginSingleSignOn(parts, { to: toIn(query) });
      if (isTurned(begun)) return turned(begun);
      const cookie = ceremonyCookies.write(headers, begun.ceremony, CEREMONY_MS);
      return cookie instanceof Problem ? cookie : ledTo(begun.location, cookie);
    }),
    publicConsoleRoute(parts, 'GET', CALLBACK.replace(/^\/console\/api/, ''), async (request) => {
      const { headers, query, client } = request;
      const token = cookies.read(headers);
      const ceremony = ceremonyCookies.read(headers);
      const outcome = await finishSingleSignOn(parts, { ceremony, query, token }, requestOrigin(request));
      if (isTurned(outcome)) return turned(outcome);
      if (outcome.token === undefined) return ledTo(outcome.to, ceremonyCookies.none);
      await replaced(parts, token, client);
      const cookie = cookies.write(headers, outcome.token, parts.limits.longestMs);
      return cookie instanceof Problem ? cookie : ledTo(outcome.to, cookie);
    }),
    publicConsoleRoute(parts, 'GET', '/SingleSignOn/SignOut', async () => {
      const url = await provider.endSession(parts.publicUrl + SIGN_IN_PATH);
      return ledTo(url?.href ?? SIGN_IN_PATH);
    }),
  ];
}

/** Creates the route for signed-in people who confirm their identity again with the provider. */
export function singleSignOnConfirmationRoutes(parts: SingleSignOnRouteParts): Route[] {
  return [
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Session/SingleSignOn`,
      operation: 'consoleConfirmBySingleSignOn',
      needs: { allowed: 'any person' },
      heeds: { query: true },
      async handle({ caller: { account, person }, headers, query }) {
        if (parts.provider === undefined) return new Problem('not_found', 'Single sign-on is not set up here.');
        const confirming = { account: account.id, session: person!.tokenHash.toString('base64url') };
        const begun = await beginSingleSignOn(parts, { to: toIn(query), confirming });
        if (isTurned(begun)) return turned(begun);
        const cookie = parts.ceremonyCookies.write(headers, begun.ceremony, CEREMONY_MS);
        return cookie instanceof Problem ? cookie : ledTo(begun.location, cookie);
      },
    },
  ];
}

/** Returns the page to return to; only pages of the console are allowed. */
function toIn(query: string): string {
  const to = new URLSearchParams(query).get('to') ?? '';
  return /^\/console(\/[\w\-./:@~%]*)?(\?[\w\-./:@~%=&+,]*)?$/.test(to) && to.length <= 500 ? to : CONSOLE_PATH;
}

/**
 * Redirects after a failure, to the page or to the sign-in page that continues there. The reason is not revealed,
 * because the client may be anyone.
 */
function turned({ refused, to, isIn }: Turned) {
  const failed = refused === 'away' ? 'provider-away' : 'single-sign-on';
  if (to === CONSOLE_PATH) return ledTo(`${SIGN_IN_PATH}?failed=${failed}`);
  if (!isIn) return ledTo(`${SIGN_IN_PATH}?failed=${failed}&to=${encodeURIComponent(to)}`);
  // Pages of an account hand on to the API all but what begins so.
  return ledTo(`${to}${to.includes('?') ? '&' : '?'}ui.failed=${failed}`);
}

function ledTo(location: string, cookie?: string) {
  const headers = { location, 'cache-control': 'no-store', ...(cookie !== undefined && { 'set-cookie': cookie }) };
  return { status: 302, headers } as const;
}

/** Lists the available sign-in methods, for the sign-in page. */
export function signInMethodsRoute(
  parts: SessionRouteParts & Pick<SingleSignOnParts, 'provider'> & { readonly site: object | undefined },
): PublicRoute {
  const ways = { password: true, passkey: parts.site !== undefined, singleSignOn: parts.provider !== undefined };
  const body = JSON.stringify(ways);
  return publicConsoleRoute(parts, 'GET', '/Session/Ways', async (_request: PublicRequest) => ({ status: 200, body }));
}
