/**
 * Admission for the console API: a session in the account of the path, a request from our own pages, and a rate limit
 * per person.
 */
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../accounts/caller.ts';
import type { ClientAddress } from '../../accounts/client-address.ts';

import type { RateLimit, RateLimitDecision, RatePolicy } from '../../accounts/rate-limit.ts';
import { rateLimited, rateLimitHeaders } from '../../accounts/rate-limit-headers.ts';
import { type Admit, refuseUncounted } from '../../http/admission.ts';
import type { RequestObserver } from '../../http/observer.ts';
import { wellFormed } from '../../lib/json.ts';
import type { LastSeen } from '../../people/seen.ts';
import { enter, type SessionParts } from '../../people/sessions.ts';
import { Problem } from '../../problems.ts';
import type { Cookies } from './cookie.ts';
import { rejectCrossSite } from './same-origin.ts';

export interface ConsoleAdmitParts extends SessionParts {
  readonly seen: LastSeen;
  readonly cookies: Cookies;
  readonly publicUrl: string;
  readonly clientAddress: ClientAddress;
  /** Rate limits by shard. */
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  readonly policy: RatePolicy;
  readonly observer: Pick<RequestObserver, 'rateLimited' | 'credentialsFailed'>;
}

export function createConsoleAdmit(parts: ConsoleAdmitParts): Admit {
  return async (request, known) => {
    const foreign = rejectCrossSite(request.headers, request.method ?? 'GET', parts.publicUrl);
    if (foreign !== undefined) return foreign;
    const address = parts.clientAddress(request.socket.remoteAddress, request.rawHeaders);
    const caller = await enter(parts, parts.cookies.read(request.headers), accountIn(request), address);
    if (caller instanceof Problem) {
      parts.observer.credentialsFailed();
      return caller;
    }
    if (isSomebodyElse(request, caller)) return somebodyElse;
    const rateLimit = parts.rateLimits.get(caller.account.shardID)!;
    const refusal = known(caller);
    if (refusal !== undefined) return refuseUncounted(refusal, caller, rateLimit, parts.policy);
    const admission = await rateLimit.admit(caller.apiKey);
    return admission.admitted
      ? { caller, headers: rateLimitHeaders(admission, parts.policy) }
      : tooOften(admission, caller);
  };

  function tooOften(admission: RateLimitDecision & { admitted: false }, { account }: Caller): Problem {
    parts.observer.rateLimited('key', account.shardID);
    return rateLimited(admission, parts.policy, 'One person');
  }
}

/**
 * True if the page belongs to another person than the session. All tabs of a browser share the cookie, so another
 * person may have signed in in another tab. A page without the header is trusted to match the cookie.
 */
function isSomebodyElse({ headers: { personid } }: IncomingMessage, { person }: Caller): boolean {
  return personid !== undefined && personid !== `${person!.id}`;
}

const somebodyElse = new Problem(
  'somebody_else',
  'Somebody else has signed in in this browser since the page was loaded (header personID). Load it anew.',
);

/**
 * Returns the account in a path such as `/console/api/acc_1/Tasks`. Returns "" for malformed text, which a database
 * would not accept.
 */
function accountIn({ url = '' }: IncomingMessage): string {
  const segment = url.split(/[/?#]/)[3] ?? '';
  try {
    const account = decodeURIComponent(segment);
    return wellFormed(account) ? account : '';
  } catch {
    return '';
  }
}
