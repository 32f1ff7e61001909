/**
 * How often passwords may be tried: so often for one e-mail address from one network, and so often from one network at all. Only failures
 * count, and those that are still being looked at, so that many at once are no more than one after the other. Nobody can lock out anybody
 * who comes from elsewhere.
 */
import { clientNetwork } from '../accounts/ip-address.ts';
import { inSeconds } from '../accounts/rate-limit-headers.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import { SlidingWindow } from '../accounts/sliding-window.ts';
import { fold } from '../kernel/fold.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { Problem } from '../problems.ts';

export interface Attempts {
  /** Begins one; the refusal where there were too many. */
  begin(email: string, address: string): Attempt | Problem;
  /** Whether a failure is remembered in the audit log: whoever tries from ever new addresses does not fill it. */
  isWorthTelling(email: string): boolean;
}

export interface Attempt {
  /** Said once. */
  end(outcome: 'right' | 'wrong' | 'undecided'): void;
}

export interface AttemptLimits {
  readonly perEmail: number;
  readonly perAddress: number;
  readonly windowMs: number;
}

export const USUAL_LIMITS: AttemptLimits = { perEmail: 10, perAddress: 30, windowMs: 15 * 60_000 };

/** `clock` must not run backwards. Ever new addresses cannot make this grow beyond `most` of them. */
export function makeAttempts({
  clock,
  limits = USUAL_LIMITS,
  most = 20_000,
}: {
  clock: Clock;
  limits?: AttemptLimits;
  most?: number;
}): Attempts {
  const tallies = new RecentlyUsed<Tally>(most);
  const told = new RecentlyUsed<SlidingWindow>(most);

  return {
    begin(email, address) {
      const network = clientNetwork(address);
      // Hashed, because anybody may send a megabyte as an address, and because what somebody mistyped is nobody's business.
      const pair = tallyOf(`${network} ${hashOf(email)}`, limits.perEmail);
      const all = tallyOf(network, limits.perAddress);
      const now = clock.now();
      const waitMs = Math.max(pair.waitMs(now), all.waitMs(now));
      if (waitMs > 0) return tooOften(waitMs);
      pair.underWay++;
      all.underWay++;
      return {
        end(outcome) {
          pair.underWay--;
          all.underWay--;
          if (outcome === 'right') pair.failures.length = 0;
          if (outcome !== 'wrong') return;
          for (const tally of [pair, all]) tally.failures.push(clock.now());
        },
      };
    },
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

  function tallyOf(name: string, limit: number): Tally {
    let tally = tallies.get(name);
    if (tally === undefined) {
      tally = new Tally(limit, limits.windowMs);
      tallies.set(name, tally);
    }
    return tally;
  }
}

/** Failures of one person that are told in an hour. */
const TOLD = { limit: 60, windowMs: 3_600_000 };

function hashOf(email: string): string {
  return sha256(fold(email)).toString('base64');
}

class Tally {
  readonly failures: number[] = [];
  underWay = 0;
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Until one more may be tried; 0 for now. */
  waitMs(now: number): number {
    while (this.failures.length > 0 && now - this.failures[0]! > this.#windowMs) this.failures.shift();
    const over = this.failures.length + this.underWay - this.#limit;
    if (over < 0) return 0;
    // Those under way may turn out to be failures, or not.
    const leaving = this.failures[over];
    return leaving === undefined ? SOON_MS : Math.max(1, leaving + this.#windowMs - now + 1);
  }
}
const SOON_MS = 1_000;

function tooOften(waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / 1000);
  return new Problem(
    'rate_limited',
    `Too many attempts to sign in have failed. Try again after ${inSeconds(seconds)}.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
