/**
 * Passwords are kept as argon2id (RFC 9106) in its usual text form, so that a hash says by itself how it was made. A hash takes 19 MiB
 * and some 50 ms of a thread beside the event loop: they are scarce, and are taken from a budget with a share per site.
 */
import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../fairness/budget.ts';
import { constantTimeEqual, type RandomBytes } from '../lib/ids.ts';
import { orderLongRuns } from '../lib/mark-order.ts';

export interface Passwords {
  /** 'busy': too many wait, or it would take too long. `holder` is the site on whose behalf; `doubted` where it has failed lately. */
  turn(holder: string, doubted?: boolean): Promise<HashTurn | 'busy'>;
  /** One in a turn of its own. */
  hash(password: string, holder: string): Promise<string | 'busy'>;
  readonly budgets: readonly FairSemaphore[];
}

/** For as many as one request needs, one after the other. */
export interface HashTurn {
  hash(password: string): Promise<string>;
  /** Takes as long for somebody who has no password. */
  verify(kept: string | undefined, password: string): Promise<'right' | 'outdated' | 'wrong'>;
  end(): void;
}

export interface Cost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly lanes: number;
}

const USUAL: Cost = { memoryKiB: 19 * 1024, passes: 2, lanes: 1 };

/**
 * The process has four threads for this, for files and for names: one is always left to the others. One site has two, so that whoever
 * tries passwords there never keeps anybody elsewhere waiting for more than the one hash that is under way. There are more places in the line
 * than a hundred sites take.
 */
const AT_ONCE = { name: 'password_hashes', total: 3, share: 2, queue: { total: 500, share: 4 }, waitMs: 10_000 };

/**
 * All who have failed lately, from whatever number of sites, have one of them between them: whoever guesses keeps those waiting who do the
 * same, and nobody who comes with the right password.
 */
const DOUBTED = { name: 'doubted_hashes', total: 1, share: 1, queue: { total: 200, share: 2 }, waitMs: 5_000 };

export function createPasswords({
  cost = USUAL,
  random = randomBytes,
}: {
  cost?: Cost;
  random?: RandomBytes;
} = {}): Passwords {
  const all = createFairSemaphore(AT_ONCE);
  const afterFailures = createFairSemaphore(DOUBTED);
  const nobody: Kept = { cost, salt: Buffer.alloc(16), tag: Buffer.alloc(32) };

  return {
    budgets: [all, afterFailures],
    turn,
    async hash(password, holder) {
      const own = await turn(holder);
      return own === 'busy' ? own : own.hash(password).finally(own.end);
    },
  };

  async function turn(holder: string, doubted = false): Promise<HashTurn | 'busy'> {
    const behind = doubted ? await afterFailures.turn(holder) : undefined;
    if (behind !== undefined && isRefusal(behind)) return 'busy';
    const taken = await all.turn(holder);
    if (isRefusal(taken)) {
      behind?.give();
      return 'busy';
    }
    return {
      async hash(password) {
        const salt = Buffer.from(random(16));
        return write({ cost, salt, tag: await derive(password, salt, cost) });
      },
      async verify(kept, password) {
        const known = (kept === undefined ? undefined : read(kept)) ?? nobody;
        const tag = await derive(password, known.salt, known.cost);
        if (!constantTimeEqual(tag, known.tag) || known === nobody) return 'wrong';
        return isSame(known.cost, cost) ? 'right' : 'outdated';
      },
      end() {
        taken.give();
        behind?.give();
      },
    };
  }
}

interface Kept {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function derive(password: string, nonce: Buffer, { memoryKiB, passes, lanes }: Cost): Promise<Buffer> {
  // The same password however its accents are typed.
  const message = Buffer.from(orderLongRuns(password).normalize('NFKC'));
  const parameters: Argon2Parameters = { message, nonce, memory: memoryKiB, passes, parallelism: lanes, tagLength: 32 };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (failure, tag) => (failure ? reject(failure) : resolve(tag)));
  });
}

function write({ cost: { memoryKiB, passes, lanes }, salt, tag }: Kept): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
}

/** Undefined for what is damaged: it lets nobody in. */
function read(text: string): Kept | undefined {
  const parts = PHC.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const [memoryKiB, passes, lanes] = parts.slice(0, 3).map(Number) as [number, number, number];
  const [salt, tag] = parts.slice(3).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const isPayable =
    memoryKiB >= 8 * lanes && memoryKiB <= 256 * 1024 && passes <= 16 && salt.length >= 8 && tag.length === 32;
  return isPayable ? { cost: { memoryKiB, passes, lanes }, salt, tag } : undefined;
}
export const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-8])\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{43})$/;

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function isSame(one: Cost, other: Cost): boolean {
  return one.memoryKiB === other.memoryKiB && one.passes === other.passes && one.lanes === other.lanes;
}
