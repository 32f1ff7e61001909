/**
 * Limits failed password attempts: per e-mail address and network, and per network in total. Counts failures and
 * pending attempts, so that parallel attempts gain nothing. An attacker cannot lock out people on other networks.
 */
import { clientNetwork, siteNetwork } from '../accounts/ip-address.ts';
import { inSeconds } from '../accounts/rate-limit-headers.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import { SlidingWindow } from '../accounts/sliding-window.ts';
import { fold } from '../lib/fold.ts';
import { sha256 } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';

export interface Attempts {
  /** Returns a refusal if this process already knows of too many failures; no database query. */
  refused(email: string, address: string): Problem | undefined;
  /** Starts an attempt; returns a refusal if there were too many failures. */
  begin(email: string, address: string): Promise<SignInAttempt | Problem>;
  /**
   * True if the last recent attempt from the network failed. Without one, true if a recent attempt from the site
   * failed: a client with ever new networks is then known after its first failure.
   */
  isDoubted(address: string): boolean;
  /**
   * True if a failure should be written to the audit log; limited per address, so that repeated failures cannot fill
   * the log.
   */
  isWorthTelling(email: string): boolean;
}

export interface SignInAttempt {
  /**
   * Ends the attempt; call once. Returns true if it counts as a failure of the network, which the affected people can
   * see in the audit log.
   */
  end(outcome: SignInOutcome): Promise<boolean>;
}

/**
 * Outcome. `right`: in every account with the address. `right in one`: the other accounts were not checked.
 * `undecided`: not determined because of an error.
 */
export type SignInOutcome = 'right' | 'right in one' | Failure | 'undecided';

/**
 * `partly`: right in some accounts, wrong in others. An attacker may own an account that contains the victim's address,
 * and use guesses at the victim's password as its password there. Such a sign-in succeeds, but counts as a failure. The
 * first one per address and window, from any network, counts for the pair only, so that people with two passwords can
 * sign in.
 *
 * `partly anew`: the matching password was set recently. There is no such exception, because each guess needs a new
 * password.
 */
type Failure = 'partly' | 'partly anew' | 'wrong';

/**
 * Shared counter for instances with one database. A row counts as a failure from the start of the attempt until its
 * outcome says otherwise.
 */
export interface AttemptLedger {
  /** Returns the id of the attempt, or how long the pair and the network are refused. */
  begin(
    pair: AttemptBucket,
    network: AttemptBucket,
    windowMs: number,
  ): Promise<{ readonly attempt: number } | SignInDelays>;
  /**
   * Ends an attempt that did not fail. `right` resets the failures of the pair: the person knows the password
   * everywhere.
   */
  end(
    attempt: number,
    pair: AttemptBucket,
    network: AttemptBucket,
    outcome: Exclude<SignInOutcome, Failure>,
  ): Promise<void>;
  /**
   * Exempts the attempt from the network's count if it is the first under this e-mail address in the window; returns
   * true if so.
   */
  pardonFirst(attempt: number, network: AttemptBucket, email: Buffer, windowMs: number): Promise<boolean>;
}

export interface AttemptBucket {
  readonly name: Buffer;
  readonly limit: number;
}

export interface SignInDelays {
  readonly pairMs: number;
  readonly networkMs: number;
}

export interface AttemptLimits {
  readonly perEmail: number;
  readonly perAddress: number;
  readonly windowMs: number;
}

export const USUAL_LIMITS: AttemptLimits = { perEmail: 10, perAddress: 30, windowMs: 15 * 60_000 };

/**
 * Creates the limiter. `clock` must be monotonic. Memory is bounded by `most`, even with ever new addresses. A single
 * process counts locally. Instances count together in the `ledger`, under a name for the kind of attempt; each counts
 * locally while the ledger does not respond.
 */
export function createAttempts({
  clock,
  ledger,
  limits = USUAL_LIMITS,
  most = 20_000,
  tooMany = 'Too many attempts to sign in have failed.',
}: {
  clock: Clock;
  ledger?: { readonly what: string; readonly kept: AttemptLedger } | undefined;
  limits?: AttemptLimits;
  most?: number;
  /** Error message of a refusal. */
  tooMany?: string;
}): Attempts {
  const tallies = new RecentlyUsed<Tally>(most);
  /** Outcome of the last attempt by network; by site only the last failure. */
  const last = new RecentlyUsed<{ readonly isRight: boolean; readonly on: number }>(most);
  const told = new RecentlyUsed<SlidingWindow>(most);
  /** Start of the window by e-mail address: the first attempt that was right in some accounts only. */
  const partly = new RecentlyUsed<number>(most);

  return {
    refused,
    async begin(email, address) {
      const problem = refused(email, address);
      if (problem !== undefined) return problem;
      const both = talliesOf(email, address);
      for (const tally of both) tally.underWay++;
      const elsewhere = await counted(both).catch(() => undefined);
      if (elsewhere !== undefined && 'pairMs' in elsewhere) {
        for (const tally of both) tally.underWay--;
        both[0].refuseUntil(clock.now() + elsewhere.pairMs);
        both[1].refuseUntil(clock.now() + elsewhere.networkMs);
        return tooOften(tooMany, Math.max(elsewhere.pairMs, elsewhere.networkMs));
      }
      return {
        async end(outcome) {
          for (const tally of both) tally.underWay--;
          if (outcome === 'right') both[0].clear();
          const isFailure =
            elsewhere === undefined
              ? countHere(both, email, outcome)
              : await countElsewhere(both, email, outcome, elsewhere.attempt);
          if (outcome !== 'undecided') remember(address, outcome, isFailure);
          return isFailure;
        },
      };
    },
    isDoubted: (address) => (lastOf(clientNetwork(address)) ?? lastOf(siteNetwork(address)))?.isRight === false,
    isWorthTelling(email) {
      const name = `told ${hashOf(email)}`;
      let window = told.get(name);
      if (window === undefined) {
        window = new SlidingWindow(TOLD.limit, TOLD.windowMs);
        told.set(name, window);
      }
      return window.admit(clock.now()).admitted;
    },
  };

  /** Counts locally; returns true if the attempt counts for the network too. */
  function countHere([pair, network]: readonly [Tally, Tally], email: string, outcome: SignInOutcome): boolean {
    const now = clock.now();
    const isFailure = isUnexcused(outcome) || (outcome === 'partly' && !isFirst(email, now));
    if (isFailure || outcome === 'partly') pair.fail(now);
    if (isFailure) network.fail(now);
    return isFailure;
  }

  function isFirst(email: string, now: number): boolean {
    const name = hashOf(email);
    if (now - (partly.get(name) ?? Number.NEGATIVE_INFINITY) <= limits.windowMs) return false;
    partly.set(name, now);
    return true;
  }

  /** Counts in the shared ledger only: another instance may reset the failures, and a local count would miss that. */
  async function countElsewhere(
    both: readonly [Tally, Tally],
    email: string,
    outcome: SignInOutcome,
    attempt: number,
  ): Promise<boolean> {
    const { kept } = ledger!;
    const [pair, network] = holders(both);
    if (isUnexcused(outcome)) return true;
    if (outcome === 'partly') {
      const pardoned = kept.pardonFirst(attempt, network, nameElsewhere(hashOf(email)), limits.windowMs);
      return !(await pardoned.catch(() => false));
    }
    await kept.end(attempt, pair, network, outcome).catch(() => {});
    return false;
  }

  function remember(address: string, outcome: SignInOutcome, isFailure: boolean): void {
    const on = clock.now();
    if (isFailure) last.set(siteNetwork(address), { isRight: false, on });
    last.set(clientNetwork(address), { isRight: outcome !== 'wrong', on });
  }

  function lastOf(network: string): { readonly isRight: boolean } | undefined {
    const known = last.get(network);
    return known !== undefined && clock.now() - known.on <= limits.windowMs ? known : undefined;
  }

  async function counted(both: readonly [Tally, Tally]) {
    return ledger?.kept.begin(...holders(both), limits.windowMs);
  }

  function holders(both: readonly [Tally, Tally]): [AttemptBucket, AttemptBucket] {
    return both.map(({ name, limit }) => ({ name: nameElsewhere(name), limit })) as [AttemptBucket, AttemptBucket];
  }

  function nameElsewhere(name: string): Buffer {
    return sha256(`${ledger!.what} ${name}`);
  }

  /** Checks without creating entries: refused attempts must not push out the entries of others. */
  function refused(email: string, address: string): Problem | undefined {
    const now = clock.now();
    const waitMs = Math.max(...namesOf(email, address).map((name) => tallies.get(name)?.waitMs(now) ?? 0));
    return waitMs > 0 ? tooOften(tooMany, waitMs) : undefined;
  }

  /** Returns the counters for an attempt, and creates missing ones. */
  function talliesOf(email: string, address: string): readonly [Tally, Tally] {
    const [pair, network] = namesOf(email, address);
    return [tallyOf(pair, limits.perEmail), tallyOf(network, limits.perAddress)];
  }

  function tallyOf(name: string, limit: number): Tally {
    let tally = tallies.get(name);
    if (tally === undefined) {
      tally = new Tally(name, limit, limits.windowMs);
      tallies.set(name, tally);
    }
    return tally;
  }
}

function isUnexcused(outcome: SignInOutcome): outcome is Exclude<Failure, 'partly'> {
  return outcome === 'wrong' || outcome === 'partly anew';
}

/** Maximum failures of one person written to the audit log per hour. */
const TOLD = { limit: 60, windowMs: 3_600_000 };

/** Returns the names of the pair and of the network. */
function namesOf(email: string, address: string): readonly [pair: string, network: string] {
  const network = clientNetwork(address);
  // Hash the address: clients may send a megabyte as an address, and mistyped text stays private.
  return [`${network} ${hashOf(email)}`, network];
}

function hashOf(email: string): string {
  return sha256(fold(email)).toString('base64');
}

class Tally {
  readonly name: string;
  readonly limit: number;
  underWay = 0;
  readonly #failures: number[] = [];
  readonly #windowMs: number;
  #refusedUntil = 0;

  constructor(name: string, limit: number, windowMs: number) {
    this.name = name;
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  fail(now: number): void {
    this.#failures.push(now);
  }

  clear(): void {
    this.#failures.length = 0;
  }

  /** Applies a refusal from the shared ledger, so that repeated attempts cost no database query. */
  refuseUntil(moment: number): void {
    this.#refusedUntil = moment;
  }

  /** Returns the milliseconds until the next attempt is allowed; 0 if allowed now. */
  waitMs(now: number): number {
    if (this.#refusedUntil > now) return this.#refusedUntil - now;
    while (this.#failures.length > 0 && now - this.#failures[0]! > this.#windowMs) this.#failures.shift();
    const over = this.#failures.length + this.underWay - this.limit;
    if (over < 0) return 0;
    // Pending attempts may or may not become failures.
    const leaving = this.#failures[over];
    return leaving === undefined ? SOON_MS : Math.max(1, leaving + this.#windowMs - now + 1);
  }
}
const SOON_MS = 1_000;

function tooOften(tooMany: string, waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / 1000);
  return new Problem('rate_limited', `${tooMany} Try again after ${inSeconds(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
