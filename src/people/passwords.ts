/**
 * Password hashing with argon2id (RFC 9106), stored in the standard text form, which includes the parameters. A hash
 * takes 19 MiB and some 50 ms of a thread outside the event loop. A budget with a share per site therefore limits them.
 */
import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../fairness/budget.ts';
import { constantTimeEqual, type RandomBytes } from '../lib/ids.ts';
import { orderLongRuns } from '../lib/mark-order.ts';

export interface Passwords {
  /**
   * Acquires a permit to hash; 'busy' if the queue is full or the wait too long. `holder` is the client's site; set
   * `doubted` if it failed recently.
   */
  turn(holder: string, doubted?: boolean): Promise<HashTurn | 'busy'>;
  /** Hashes one password with its own permit. */
  hash(password: string, holder: string): Promise<string | 'busy'>;
  readonly budgets: readonly FairSemaphore[];
}

/** Permit for the hashes of one request, one after the other. */
export interface HashTurn {
  hash(password: string): Promise<string>;
  /** Verifies a password; takes the same time if the person has none. */
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
 * Limits parallel hashes. The process has four threads for hashes, files and DNS; one is always left for the other
 * uses. One site gets two. A site that tries passwords therefore delays others only by the one hash in progress. The
 * queue has more places than a hundred sites use.
 */
const AT_ONCE = { name: 'password_hashes', total: 3, share: 2, queue: { total: 500, share: 4 }, waitMs: 10_000 };

/**
 * Limits all sites that failed recently to one hash at a time, together. Attackers therefore delay only each other, and
 * not people with the right password.
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
  // Normalize, so that accents match however they are typed.
  const message = Buffer.from(orderLongRuns(password).normalize('NFKC'));
  const parameters: Argon2Parameters = { message, nonce, memory: memoryKiB, passes, parallelism: lanes, tagLength: 32 };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (failure, tag) => (failure ? reject(failure) : resolve(tag)));
  });
}

function write({ cost: { memoryKiB, passes, lanes }, salt, tag }: Kept): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
}

/** Parses a stored hash; undefined if it is damaged, and then no password matches. */
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
