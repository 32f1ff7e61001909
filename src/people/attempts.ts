/**
 * How often passwords may be tried: so often for one e-mail address from one network, and so often from one network at all. Only failures
 * count, and those that are still being looked at, so that many at once are no more than one after the other. Nobody can lock out anybody
 * who comes from elsewhere.
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
  /** What is known here without asking anybody: the refusal, where there were too many. */
  refused(email: string, address: string): Problem | undefined;
  /** Begins one; the refusal where there were too many. */
  begin(email: string, address: string): Promise<SignInAttempt | Problem>;
  /**
   * Whether the last that came from the network was a failure, and not long ago; where none came, whether one did from its site: whoever has ever
   * new networks is known after the first.
   */
  isDoubted(address: string): boolean;
  /** Whether a failure is remembered in the audit log: whoever tries from ever new addresses does not fill it. */
  isWorthTelling(email: string): boolean;
}

export interface SignInAttempt {
  /** Said once. Whether it is a failure of whoever comes from there, which those hear of whom it concerns. */
  end(outcome: SignInOutcome): Promise<boolean>;
}

/** `right`: in every account with the address. `right in one`: the others were not asked. `undecided`: nobody could say. */
export type SignInOutcome = 'right' | 'right in one' | Failure | 'undecided';

/**
 * `partly`: in some accounts, and in others not. An address may be in an account of somebody else's, too, who lets the own password be what is to be
 * guessed of the others: it lets in, and counts as one that is wrong. But the first of the address in a while, from wherever, counts for the pair alone:
 * so everybody comes in who has two passwords. Not so `partly anew`, by a password that is new where it holds: each guess needs such a one.
 */
type Failure = 'partly' | 'partly anew' | 'wrong';

/** Where instances that share a database count together. A row counts as a failure from the moment it is begun, until it turns out to be none. */
export interface AttemptLedger {
  /** The number of the attempt; or for how long the first or the second of the two holders is refused. */
  begin(
    pair: AttemptBucket,
    network: AttemptBucket,
    windowMs: number,
  ): Promise<{ readonly attempt: number } | SignInDelays>;
  /** Not said of failures. `right`: whoever knows the password everywhere starts afresh. */
  end(
    attempt: number,
    pair: AttemptBucket,
    network: AttemptBucket,
    outcome: Exclude<SignInOutcome, Failure>,
  ): Promise<void>;
  /** The first in the window under the name of the e-mail address is none of the network's. Whether it was that. */
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
 * `clock` must not run backwards. Ever new addresses cannot make this grow beyond `most` of them. A process that is alone counts by itself;
 * others do so together in the `ledger`, under a name that tells what is attempted, and each goes on by itself while that does not answer.
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
  /** What whoever is refused is told. */
  tooMany?: string;
}): Attempts {
  const tallies = new RecentlyUsed<Tally>(most);
  /** How the last attempt ended, by network; by site only the last failure. */
  const last = new RecentlyUsed<{ readonly isRight: boolean; readonly on: number }>(most);
  const told = new RecentlyUsed<SlidingWindow>(most);
  /** By address, when the first of the window was that was right in some accounts. */
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

  /** Whether it counts for the network, too. */
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

  /** What all count is not counted here as well: somebody else may hear of it that the failures are forgotten. */
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

  /** Only looks: what is refused leaves nothing behind that would push out what is remembered of others. */
  function refused(email: string, address: string): Problem | undefined {
    const now = clock.now();
    const waitMs = Math.max(...namesOf(email, address).map((name) => tallies.get(name)?.waitMs(now) ?? 0));
    return waitMs > 0 ? tooOften(tooMany, waitMs) : undefined;
  }

  /** Of an attempt that begins. */
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

/** Failures of one person that are told in an hour. */
const TOLD = { limit: 60, windowMs: 3_600_000 };

/** Of the pair, and of the network. */
function namesOf(email: string, address: string): readonly [pair: string, network: string] {
  const network = clientNetwork(address);
  // Hashed, because anybody may send a megabyte as an address, and because what somebody mistyped is nobody's business.
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

  /** As others have counted: whoever goes on asking costs nobody anything. */
  refuseUntil(moment: number): void {
    this.#refusedUntil = moment;
  }

  /** Until one more may be tried; 0 for now. */
  waitMs(now: number): number {
    if (this.#refusedUntil > now) return this.#refusedUntil - now;
    while (this.#failures.length > 0 && now - this.#failures[0]! > this.#windowMs) this.#failures.shift();
    const over = this.#failures.length + this.underWay - this.limit;
    if (over < 0) return 0;
    // Those under way may turn out to be failures, or not.
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
