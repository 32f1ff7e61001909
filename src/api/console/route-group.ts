/** Route group of the console: its authentication, its routes, and the routes that need no session. */
import { randomBytes } from 'node:crypto';
import type { AccountScope } from '../../accounts/account.ts';
import type { AddAdmin } from '../../accounts/accounts.ts';
import type { Caller } from '../../accounts/caller.ts';
import type { ClientAddress } from '../../accounts/client-address.ts';
import type { RateLimit, RatePolicy } from '../../accounts/rate-limit.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { CachedFigures } from '../../analytics/kept.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import type { FairSemaphore } from '../../fairness/budget.ts';
import type { RequestObserver } from '../../http/observer.ts';
import type { PublicRoute } from '../../http/public-route.ts';
import type { Route } from '../../http/route.ts';
import type { RouteGroup } from '../../http/route-group.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time.ts';
import type { Mail } from '../../mail/mail.ts';
import { type AttemptLedger, createAttempts } from '../../people/attempts.ts';
import { createCeremonies } from '../../people/ceremonies.ts';
import { siteOf } from '../../people/passkeys.ts';
import type { Passwords } from '../../people/passwords.ts';
import type { Provider } from '../../people/provider.ts';
import type { LastSeen } from '../../people/seen.ts';
import type { SessionParts } from '../../people/sessions.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import type { RecordStore } from '../../records/store.ts';
import type { TargetCheck } from '../../webhooks/delivery/send/check-target.ts';
import type { DiagnosticsStore } from '../../webhooks/diagnostics/store.ts';
import type { AboutService } from './about.ts';
import { createConsoleAdmit } from './admit.ts';
import { createCookies } from './cookie.ts';
import { firstRunRoute } from './first-run.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';
import { consolePages } from './pages.ts';
import { passkeySignInRoutes } from './passkey-routes.ts';
import { consoleRoutes } from './routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInMethodsRoute, singleSignOnRoutes } from './single-sign-on-routes.ts';

export interface ConsoleRouteGroupParts extends SessionParts {
  readonly seen: LastSeen;
  /** The routes of the API. */
  readonly api: readonly Route[];
  readonly approvals: ApprovalParts;
  readonly directories: ReadonlyMap<string, AccountStore>;
  /** Returns the account store of the shard where the first account is created. */
  directory(): AccountStore;
  readonly addAdmin: AddAdmin;
  records(account: AccountScope): RecordStore;
  insight(caller: Caller): DiagnosticsStore;
  figures(account: AccountScope): FiguresStore;
  changes(account: AccountScope): ChangeLog;
  readonly kept: CachedFigures;
  readonly slowTurns: FairSemaphore;
  readonly passwords: Passwords;
  /** Shared ledger of failed attempts, for several instances; undefined for a single one. */
  readonly attempts: AttemptLedger | undefined;
  /** Keys that all instances share. */
  readonly keys: readonly Uint8Array[];
  /** Single sign-on provider, if configured. */
  readonly provider: Provider | undefined;
  readonly log: Log;
  readonly failureStepMs: number;
  /** Clock that does not follow changes of the system date. */
  readonly steadyClock: Clock;
  /** URL at which people reach the service. */
  readonly publicUrl: string;
  /** URL of the console; prefix of all links. */
  readonly consoleUrl: string;
  /** Mail server; undefined if none is configured. */
  readonly mail: Mail | undefined;
  /** True if people connect over TLS, terminated here or by a proxy. */
  readonly secure: boolean;
  readonly clientAddress: ClientAddress;
  rateLimits(policy: RatePolicy): ReadonlyMap<string, RateLimit>;
  readonly rateWindowMs: number;
  readonly observer: Pick<RequestObserver, 'rateLimited' | 'credentialsFailed'>;
  forgetKey(apiKey: string): void;
  readonly targets: TargetCheck;
  isDemo(accountName: string): boolean;
  readonly about: AboutService;
  readonly keyLimit: number;
}

/** Maximum requests of one person per minute. */
const MAX_PERSON_REQUESTS_PER_MINUTE = 1_200;

export function createConsoleRouteGroup(given: ConsoleRouteGroupParts): {
  readonly door: RouteGroup;
  readonly open: readonly PublicRoute[];
} {
  const cookies = createCookies(given);
  const attemptsOf = (what: string, words: { readonly tooMany?: string } = {}) =>
    createAttempts({ clock: given.steadyClock, ledger: given.attempts && { what, kept: given.attempts }, ...words });
  const parts = {
    ...given,
    cookies,
    ceremonyCookies: createCookies({ ...given, of: 'ceremony' }),
    ceremonies: createCeremonies({ ...given, random: randomBytes }),
    site: siteOf(given.publicUrl),
    attempts: attemptsOf('sign-in'),
    resets: attemptsOf('reset', { tooMany: 'Too many reset links were asked for.' }),
    random: randomBytes,
  };
  const policy = { limit: MAX_PERSON_REQUESTS_PER_MINUTE, windowMs: given.rateWindowMs };
  const admit = createConsoleAdmit({ ...given, cookies, policy, rateLimits: given.rateLimits(policy) });
  return {
    door: { path: ACCOUNT_PATH, routes: consoleRoutes(given.api, parts), admit, vary: 'cookie' },
    open: [
      ...sessionRoutes(parts),
      ...passkeySignInRoutes(parts),
      ...singleSignOnRoutes(parts),
      signInMethodsRoute(parts),
      firstRunRoute(given.directories),
      ...consolePages,
    ],
  };
}
