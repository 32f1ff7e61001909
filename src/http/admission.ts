/**
 * Admission: checks credentials, the limit on failed attempts, the rate limit, and the permission that a route needs.
 */
import type { IncomingMessage } from 'node:http';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { Caller } from '../accounts/caller.ts';
import type { ClientAddress } from '../accounts/client-address.ts';
import type { FailedAttempts } from '../accounts/failed-attempts.ts';
import {
  mayAdminister,
  mayChangeAccount,
  mayChangeOwn,
  mayPropose,
  mayRead,
  maySeeCompany,
  mayUseAssistant,
  mayUseWebhooks,
  mayWrite,
} from '../accounts/permissions.ts';
import {
  memoryRateLimit,
  type RateLimit,
  type RateLimitDecision,
  type RateLimitStatus,
  type RatePolicy,
} from '../accounts/rate-limit.ts';
import { rateLimited, rateLimitHeaders } from '../accounts/rate-limit-headers.ts';
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { RequestObserver } from './observer.ts';
import type { ApiRequest, RequiredPermission } from './route.ts';

/**
 * Authenticates a request and returns its caller, with the headers of every response to a valid key; or refuses it.
 * Calls `known` with the caller before the request counts against the rate limit; `known` can refuse it.
 */
export type Admit = (
  request: IncomingMessage,
  known: CheckCaller,
) => Promise<AdmittedCaller | Problem> | AdmittedCaller | Problem;
export type CheckCaller = (caller: Caller) => Problem | undefined;

/** Authenticates a request without counting it against the rate limit. */
export async function authenticateRequest(admit: Admit, request: IncomingMessage): Promise<Caller | Problem> {
  let found: Caller | undefined;
  const refusal = await admit(request, (caller) => {
    found = caller;
    return NOT_ADMITTED;
  });
  return found ?? (refusal as Problem);
}
const NOT_ADMITTED = new Problem('forbidden', 'Nobody wanted to come in.');

export interface AdmittedCaller {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
}

export interface AdmissionParts {
  readonly authenticator: Authenticator;
  readonly failedAttempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
  /** Rate limits for API keys, by shard. */
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  readonly policy: RatePolicy;
  readonly observer: Pick<RequestObserver, 'credentialsFailed' | 'rateLimited'>;
}

/**
 * Creates the admission check. It returns synchronously if no database query is needed, so most requests take no turn
 * of the event loop here.
 */
export function createAdmit(parts: AdmissionParts): Admit {
  return (request, known) => {
    const caller = parts.authenticator.authenticate(request.rawHeaders);
    return caller instanceof Promise
      ? caller.then((found) => judge(found, request, known))
      : judge(caller, request, known);
  };

  function judge(caller: Caller | Problem, request: IncomingMessage, known: CheckCaller) {
    if (caller instanceof Problem) return failed(caller, request);
    const rateLimit = parts.rateLimits.get(caller.account.shardID)!;
    const refusal = known(caller);
    if (refusal !== undefined) return refuseUncounted(refusal, caller, rateLimit, parts.policy);
    const admission = rateLimit.admit(caller.apiKey);
    return admission instanceof Promise ? admission.then((one) => admitted(caller, one)) : admitted(caller, admission);
  }

  function failed(refusal: Problem, request: IncomingMessage): Problem {
    parts.observer.credentialsFailed();
    const tooOften = parts.failedAttempts.count(parts.clientAddress(request.socket.remoteAddress, request.rawHeaders));
    if (tooOften === undefined) return refusal;
    parts.observer.rateLimited('address', '');
    return tooOften;
  }

  function admitted(caller: Caller, admission: RateLimitDecision): AdmittedCaller | Problem {
    if (!admission.admitted) {
      parts.observer.rateLimited('key', caller.account.shardID);
      return rateLimited(admission, parts.policy);
    }
    return { caller, headers: rateLimitHeaders(admission, parts.policy) };
  }
}

/**
 * Returns a refusal that was made before the request counted. A 429 carries the rate limit headers, as every response
 * to a valid key does. Under overload, no database is queried for them.
 */
export function refuseUncounted(
  refusal: Problem,
  { apiKey }: Caller,
  rateLimit: RateLimit,
  policy: RatePolicy,
): Problem | Promise<Problem> {
  if (refusal.status !== 429) return refusal;
  const { code, detail, headers } = refusal;
  const saying = (standing: RateLimitStatus) => {
    // With no requests left in the window, a retry before its reset would fail as well.
    const until = standing.limit > 0 && standing.remaining === 0 ? standing.resetSeconds + 1 : 0;
    const after = { 'Retry-After': String(Math.max(Number(headers['Retry-After']), until)) };
    return new Problem(code, detail, { headers: { ...headers, ...after, ...rateLimitHeaders(standing, policy) } });
  };
  const standing = rateLimit.standing(apiKey);
  return standing instanceof Promise ? standing.then(saying) : saying(standing);
}

/** Charges an admitted request as several requests, or refuses it. Returns the rate limit headers for its response. */
export type ChargeUnits = (
  request: Pick<ApiRequest, 'caller' | 'began'>,
  units: number,
) => Promise<Readonly<Record<string, string>> | Problem>;

export function createChargeUnits({
  rateLimits,
  policy,
  observer,
  clock,
}: Pick<AdmissionParts, 'rateLimits' | 'policy' | 'observer'> & { readonly clock: Clock }): ChargeUnits {
  /**
   * Limits refunds of refused requests. Working out the cost of a request is at the service's expense, so refunds are
   * limited to the request rate.
   */
  const givenBack = memoryRateLimit({ ...policy, clock });
  return async ({ caller, began }, units) => {
    const rateLimit = rateLimits.get(caller.account.shardID)!;
    // Caps the cost at the limit, so that every request can be admitted at some time.
    const most = policy.limit === 0 ? units : Math.min(units, policy.limit);
    const mayGiveBack = givenBack.standing(caller.apiKey).remaining > 0;
    const admission = await rateLimit.recount(caller.apiKey, most, mayGiveBack ? began : undefined);
    if (admission.admitted) return rateLimitHeaders(admission, policy);
    if (mayGiveBack) givenBack.admit(caller.apiKey);
    observer.rateLimited('key', caller.account.shardID);
    return rateLimited(admission, policy);
  };
}

/** Returns a refusal that names the permission the caller lacks; undefined if the caller has it. */
export function missingPermission(caller: Caller, needs: RequiredPermission): Problem | undefined {
  switch (needs.allowed) {
    case 'any key':
      return undefined;
    case 'read':
      return mayRead(caller, needs.type);
    case 'write':
      return mayWrite(caller, needs.type);
    case 'propose':
      return mayPropose(caller, needs.type);
    case 'webhooks':
      return mayUseWebhooks(caller, needs.writes);
    case 'assistant':
      return mayUseAssistant(caller);
    case 'any person':
      return caller.person === undefined ? new Problem('forbidden', 'This is for people alone.') : undefined;
    case 'confirmed person':
      return mayChangeOwn(caller);
    case 'company settings':
      return maySeeCompany(caller);
    case 'admin':
      return mayChangeAccount(caller);
    case 'administer':
      return mayAdminister(caller);
  }
}
