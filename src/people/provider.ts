/**
 * Client of the single sign-on provider (OpenID Connect): authorization code with PKCE, and an ID token whose signature
 * is verified. The provider's metadata is loaded on first use and refreshed periodically. An unavailable provider
 * therefore prevents neither startup nor password sign-in. Concurrent requests to it are limited, with a short timeout.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../fairness/budget.ts';
import type { Clock } from '../lib/time.ts';

export interface Provider {
  /** Returns the authorization URL. `again` forces people who are signed in at the provider to authenticate again. */
  authorize(asked: Asked & { readonly again: boolean }): Promise<URL | Unidentified>;
  /** Exchanges the authorization response for the identity. `holder` is the client's network, for fair queuing. */
  identify(answered: AuthorizationResponse, holder: string): Promise<ProviderIdentity | Unidentified>;
  /** Returns the URL that ends the session at the provider; undefined if the provider does not support it. */
  endSession(goOnAt: string): Promise<URL | undefined>;
  readonly budget: FairSemaphore;
}

interface Asked {
  readonly redirect: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface AuthorizationResponse extends Asked {
  /** Query of the redirect back. */
  readonly query: string;
  readonly again: boolean;
}

export interface ProviderIdentity {
  readonly email: string;
  /** Reason why the e-mail address is not trusted; undefined if it is verified. */
  readonly unverified: string | undefined;
}

/** Failure; `away` means that a later attempt may succeed. `because` is for the log. */
export interface Unidentified {
  readonly away: boolean;
  readonly because: string;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly verification: EmailVerification;
  /** Monotonic clock. */
  readonly clock: Clock;
  readonly timeoutSeconds: number;
}

/** Rules by which an e-mail address of the provider counts as verified. */
export interface EmailVerification {
  /** Claim that states it: `email_verified` in the standard, `xms_edov` in Entra ID. */
  readonly claim: string;
  /** Lower-case domains whose addresses are trusted if the provider sends no such claim. */
  readonly trustedDomains: readonly string[];
}

const KNOWN_MS = 3_600_000;
const RETRIED_AFTER_MS = 1_000;
const AT_ONCE = { name: 'single_sign_on', total: 16, share: 4, queue: { total: 64, share: 8 }, waitMs: 5_000 };

export function createProvider(options: ProviderOptions): Provider {
  const { clock } = options;
  const budget = createFairSemaphore(AT_ONCE);
  let known: { readonly configuration: Configuration; readonly until: number } | undefined;
  let failed: { readonly unidentified: Unidentified; readonly until: number } | undefined;
  let asking: Promise<Configuration | Unidentified> | undefined;

  return {
    budget,
    async authorize({ redirect, state, nonce, verifier, again }) {
      const configuration = await learn();
      if (isUnidentified(configuration)) return configuration;
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      });
    },
    async identify(answered, holder) {
      const turn = await budget.turn(holder);
      if (isRefusal(turn)) return { away: true, because: 'too many people come from the provider at this moment' };
      try {
        const configuration = await learn();
        return isUnidentified(configuration)
          ? configuration
          : await exchange(configuration, answered, options.verification);
      } catch (failure) {
        return reasonOf(failure);
      } finally {
        turn.give();
      }
    },
    async endSession(goOnAt) {
      const configuration = await learn();
      if (isUnidentified(configuration) || !configuration.serverMetadata().end_session_endpoint) return undefined;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: goOnAt });
    },
  };

  /** Returns the provider's metadata from the cache, or loads it; concurrent callers share one request. */
  async function learn(): Promise<Configuration | Unidentified> {
    const now = clock.now();
    if (known !== undefined && now < known.until) return known.configuration;
    if (failed !== undefined && now < failed.until) return known?.configuration ?? failed.unidentified;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function ask(): Promise<Configuration | Unidentified> {
    try {
      const configuration = await discover(options);
      known = { configuration, until: clock.now() + KNOWN_MS };
      return configuration;
    } catch (failure) {
      const { because } = reasonOf(failure);
      const unidentified = { away: true, because: `what the provider is like could not be learnt: ${because}` };
      failed = { unidentified, until: clock.now() + RETRIED_AFTER_MS };
      // Use the expired metadata: it is most likely still valid.
      return known?.configuration ?? unidentified;
    }
  }
}

export function isUnidentified(outcome: object): outcome is Unidentified {
  return 'because' in outcome;
}

async function discover(options: ProviderOptions): Promise<Configuration> {
  const { issuer, clientID, clientSecret, timeoutSeconds } = options;
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const found = await discovery(
    new URL(issuer),
    clientID,
    clientSecret,
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported;
      // Use the header method if the provider states none: it is the default of the standard.
      const isPosted = methods !== undefined && !methods.includes('client_secret_basic');
      return (isPosted ? ClientSecretPost : ClientSecretBasic)(clientSecret)(server, ...rest);
    },
    { execute: [enableNonRepudiationChecks, ...insecure], timeout: timeoutSeconds },
  );
  return found;
}

async function exchange(
  configuration: Configuration,
  answered: AuthorizationResponse,
  verification: EmailVerification,
): Promise<ProviderIdentity | Unidentified> {
  const { redirect, query, state, nonce, verifier, again } = answered;
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirect}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(again && { maxAge: 0 }),
  });
  const token = tokens.claims()!;
  const claims = token.email === undefined ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : token;
  const { email } = claims;
  if (typeof email !== 'string') return { away: false, because: 'the provider tells no e-mail address (scope email)' };
  return { email, unverified: whyUnverified(email, claims, verification) };
}

/**
 * Returns why the address is not verified. Any claim value except true refuses the address, also in a trusted domain.
 */
function whyUnverified(
  email: string,
  claims: { readonly [claim: string]: unknown },
  { claim, trustedDomains }: EmailVerification,
): string | undefined {
  // Some providers write it as a text or a number.
  if ([true, 'true', 1, '1'].includes(claims[claim] as string)) return undefined;
  if (claims[claim] !== undefined) return `the claim ${claim} is false`;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isTrusted = claims[STANDARD_CLAIM] === undefined && trustedDomains.includes(domain);
  return isTrusted ? undefined : `the claim ${claim} is missing`;
}

const STANDARD_CLAIM = 'email_verified';

/**
 * Returns the reason for the log, without tokens or codes: messages and codes of the library and of the provider, and
 * the affected claim or parameter.
 */
function reasonOf(failure: unknown): Unidentified {
  const words = new Set<string>();
  let isAway = false;
  for (let one = failure; typeof one === 'object' && one !== null; one = (one as { cause?: unknown }).cause) {
    const { message, code, error, status, claim, parameter } = one as Readonly<Record<string, unknown>>;
    for (const word of [message, code, error, status, claim, parameter]) if (isWord(word)) words.add(String(word));
    if (/fetch failed|timeout|aborted/i.test(String(message)) || Number(status) >= 500) isAway = true;
  }
  return { away: isAway, because: [...words].join(', ') || 'it failed' };
}

function isWord(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w "'().,:;-]{1,160}$/.test(value));
}
