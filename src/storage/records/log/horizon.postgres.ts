/**
 * How far the log of changes is settled: up to which number everything is committed or will never be. Numbers are drawn before
 * they are committed, so a higher one may be there while a lower one is still to come; whoever went past it would miss it.
 *
 * Whoever draws a number locks the sequence before, in a way that keeps nobody else out, and until the transaction is over and all can see what it
 * has written. So whatever had drawn a number up to N at some moment holds that lock just after it, or is over; once none of those that held it then is
 * still there, N is settled. The last number and those who hold the lock are looked at, in this order, whenever somebody wants to know. Who is open
 * and has drawn nothing is not waited for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  awaitPipelined,
  type Client,
  type Pool,
  type PreparedStatement,
  queryRows,
  withClient,
} from '../../postgres/connection.ts';
import type { LogWatch } from './log-watch.ts';

export interface Horizon {
  /** The last settled number, by a look that begins now or later. */
  look(): Promise<HorizonReading>;
  /**
   * Likewise, for whoever must know. In a process that has just begun, whoever draws at its first look may have drawn any number: it looks again for a
   * while. Undefined where one of them is still open then.
   */
  known(): Promise<HorizonReading | undefined>;
  /** What is drawn by now, and how far that is settled: it looks again for as long, until all of it is. What is drawn meanwhile is not waited for. */
  reached(): Promise<HorizonReading>;
  /** What the last look has seen. */
  readonly seen: HorizonReading;
}

export interface HorizonReading {
  /** 0 where nothing is known to be. */
  readonly settled: number;
  /** The last that was drawn. */
  readonly drawn: number;
}

/** Looks that wait for a transaction which was open then. */
const MAX_PENDING_READINGS = 1_000;
/** So long those who were drawing at a look are waited for. */
const MAX_SETTLE_WAIT_MS = 2_000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

export function createHorizon(pool: Pool, patienceMs = MAX_SETTLE_WAIT_MS): Horizon {
  let seen: HorizonReading = { settled: 0, drawn: 0 };
  let pending: { readonly drawn: number; readonly drawing: ReadonlySet<string> }[] = [];
  let current: Promise<HorizonReading> | undefined;
  let following: Promise<HorizonReading> | undefined;

  return {
    look,
    async known() {
      const isKnown = ({ settled, drawn }: HorizonReading) => settled > 0 || drawn === 0;
      const found = await patiently(isKnown);
      return isKnown(found) ? found : undefined;
    },
    async reached() {
      const first = await look();
      const isReached = ({ settled }: HorizonReading) => settled >= first.drawn;
      const { settled } = isReached(first) ? first : await patiently(isReached);
      return { settled, drawn: first.drawn };
    },
    get seen() {
      return seen;
    },
  };

  /** The first look that is enough, or the last there was time for. */
  async function patiently(isEnough: (found: HorizonReading) => boolean): Promise<HorizonReading> {
    const until = performance.now() + patienceMs;
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      const found = await look();
      if (isEnough(found) || performance.now() >= until) return found;
      await sleep(pauseMs);
    }
  }

  /** All who ask while one looks share the next look. */
  function look(): Promise<HorizonReading> {
    if (current === undefined) return begin();
    following ??= current.then(begin, begin);
    return following;
  }

  function begin(): Promise<HorizonReading> {
    following = undefined;
    const looking = once().finally(() => {
      current = undefined;
    });
    current = looking;
    return looking;
  }

  async function once(): Promise<HorizonReading> {
    const [[last], holders] = await withClient(pool, (client) =>
      awaitPipelined([
        queryRows<{ drawn: number }>(client, lastNumber, []),
        queryRows<{ transaction: string }>(client, drawingNow, []),
      ]),
    );
    const drawn = Number(last!.drawn);
    const drawing = new Set(holders.map(({ transaction }) => transaction));
    pending.push({ drawn, drawing });
    const over = pending.findLastIndex((one) => one.drawing.isDisjointFrom(drawing));
    seen = { settled: pending[over]?.drawn ?? seen.settled, drawn };
    pending = pending.slice(over + 1);
    if (pending.length > MAX_PENDING_READINGS) pending = [pending[0]!, ...pending.slice(-MAX_PENDING_READINGS / 2)];
    return seen;
  }
}

const lastNumber: PreparedStatement = {
  name: 'last_change_number',
  text: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS drawn FROM changes_seq_seq',
};

/** Transactions that have drawn a number and are not over, without bystanders. */
const drawingNow: PreparedStatement = {
  name: 'drawing_now',
  text: `SELECT l.virtualtransaction AS transaction FROM pg_locks AS l
    WHERE l.locktype = 'relation' AND l.relation = 'changes_seq_seq'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND NOT EXISTS (
        SELECT FROM bystanders AS b CROSS JOIN pg_stat_get_activity(l.pid) AS a
        WHERE a.pid = l.pid AND a.backend_xid = b.xid::xid)`,
};

/**
 * Tells those who follow a log that it has grown once what was committed is settled, too: a reader that looked before would find
 * nothing, and would not be told again.
 */
export function createSettledLogWatch(watch: LogWatch, horizon: Horizon): LogWatch {
  /** Whose log has grown; `through` is up to which number at most, once it was looked. */
  const grown = new Map<number | 'any', { through?: number }>();
  let looking = false;
  return {
    watch: watch.watch,
    tell: (account) => look(account),
    tellAll: () => look('any'),
    get awaited() {
      return watch.awaited;
    },
  };

  function look(whose: number | 'any'): void {
    if (!watch.awaited) return;
    grown.set(whose, {});
    if (looking) return;
    looking = true;
    // Where the database is away: whoever listens for its return tells everybody.
    untilSettled()
      .catch(() => grown.clear())
      .finally(() => {
        looking = false;
      });
  }

  /** Tells each time that more is settled: what was committed is not kept waiting for what is still under way. */
  async function untilSettled(): Promise<void> {
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      const before = horizon.seen.settled;
      const asked = [...grown];
      const { settled, drawn } = await horizon.look();
      if (settled > before) pauseMs = MIN_PAUSE_MS;
      for (const [whose, growth] of asked) {
        growth.through ??= drawn;
        const isOver = settled >= growth.through;
        // It may have grown again meanwhile.
        if (isOver && grown.get(whose) === growth) grown.delete(whose);
        if (isOver || settled > before) whose === 'any' ? watch.tellAll() : watch.tell(whose);
      }
      if (grown.size === 0) return;
      await sleep(pauseMs);
    }
  }
}

/**
 * Long work on an account that nobody follows meanwhile, as its import or its removal: it is not waited for. Said on another
 * connection, because what the transaction itself writes nobody sees.
 */
export async function runAsBystander<Result>(pool: Pool, client: Client, work: () => Promise<Result>): Promise<Result> {
  const { rows: ids } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  const say = (statement: string) => withClient(pool, (other) => other.query(statement, [ids[0]!.id]));
  await say('INSERT INTO bystanders VALUES ($1::xid8)');
  try {
    return await work();
  } finally {
    // Before its commit: by then what it has written is of no account that anybody can follow. Left behind, it harms nobody.
    await say('DELETE FROM bystanders WHERE xid = $1::xid8').catch(() => {});
  }
}
