/** Who may pass: credentials, the limit on failed ones, the rate limit, and the permission a route needs. */
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
 * Lets a request in as a caller, with the headers every answer to a valid key carries; or refuses it. `known` is told of the
 * caller before the request counts against its rate limit, and may refuse it.
 */
export type Admit = (
  request: IncomingMessage,
  known: CheckCaller,
) => Promise<AdmittedCaller | Problem> | AdmittedCaller | Problem;
export type CheckCaller = (caller: Caller) => Problem | undefined;

/** Who would be let in, without that it counts as a request. */
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
  /** The rate limit of each shard's keys. */
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  readonly policy: RatePolicy;
  readonly observer: Pick<RequestObserver, 'credentialsFailed' | 'rateLimited'>;
}

/** Answers at once where nothing must be asked of a database: most requests take no turn of the event loop here. */
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
 * What is refused before it counts. A 429 says where its caller stands, as every answer to a valid key does; while the service has too
 * much to do, no database is asked for that.
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
    // Whoever has no request left either would come back in vain before there is one.
    const until = standing.limit > 0 && standing.remaining === 0 ? standing.resetSeconds + 1 : 0;
    const after = { 'Retry-After': String(Math.max(Number(headers['Retry-After']), until)) };
    return new Problem(code, detail, { headers: { ...headers, ...after, ...rateLimitHeaders(standing, policy) } });
  };
  const standing = rateLimit.standing(apiKey);
  return standing instanceof Promise ? standing.then(saying) : saying(standing);
}

/** Counts a request that was let in as so many, or refuses it; gives the headers that its answer carries then. */
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
  /** What it takes to find out what a request is worth is the service's loss: a refused one is given back no more often than requests are taken. */
  const givenBack = memoryRateLimit({ ...policy, clock });
  return async ({ caller, began }, units) => {
    const rateLimit = rateLimits.get(caller.account.shardID)!;
    // Whatever it is worth, there is a time at which it is let in.
    const most = policy.limit === 0 ? units : Math.min(units, policy.limit);
    const mayGiveBack = givenBack.standing(caller.apiKey).remaining > 0;
    const admission = await rateLimit.recount(caller.apiKey, most, mayGiveBack ? began : undefined);
    if (admission.admitted) return rateLimitHeaders(admission, policy);
    if (mayGiveBack) givenBack.admit(caller.apiKey);
    observer.rateLimited('key', caller.account.shardID);
    return rateLimited(admission, policy);
  };
}

/** What the caller lacks for a route, as a refusal that names it. */
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
