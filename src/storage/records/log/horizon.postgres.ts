/**
 * Determines how far the log of changes is settled: the number up to which every change is committed or will never be.
 * Numbers are drawn before the commit, so a higher number may be visible while a lower one is still to come. A reader
 * that continued after the higher one would miss it. A transaction that draws a number first takes a shared lock on the
 * sequence, and keeps it until its writes are visible to all. A transaction that had drawn a number up to N at some
 * moment therefore still has that lock just afterwards, or has ended. Once none of the lock's holders of that time
 * remains, N is settled. Each check reads the last number first and the holders second. Open transactions that have
 * drawn no number are not waited for.
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
  /** Returns the last settled number, by a check that begins now or later. */
  look(): Promise<HorizonReading>;
  /**
   * Returns the same for callers that need a definite answer. In a process that has just started, a transaction that is
   * drawing at the first check may have drawn any number. The check is therefore repeated for a while. Undefined if one
   * of these transactions is still open then.
   */
  known(): Promise<HorizonReading | undefined>;
  /**
   * Returns the newest number drawn, and how far numbers are settled. Repeats the check until all numbers drawn by the
   * time of the call are settled, or the time limit is reached.
   */
  reached(): Promise<HorizonReading>;
  /** The result of the latest check. */
  readonly seen: HorizonReading;
}

export interface HorizonReading {
  /** The last settled number; 0 if none is known to be settled. */
  readonly settled: number;
  /** The last number that was drawn. */
  readonly drawn: number;
}

/** Maximum number of checks that wait for a transaction which was open at that time. */
const MAX_PENDING_READINGS = 1_000;
/** Maximum time to wait for transactions that were drawing numbers at a check. */
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

  /** Returns the first sufficient check, or the last one within the time limit. */
  async function patiently(isEnough: (found: HorizonReading) => boolean): Promise<HorizonReading> {
    const until = performance.now() + patienceMs;
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      const found = await look();
      if (isEnough(found) || performance.now() >= until) return found;
      await sleep(pauseMs);
    }
  }

  /** Runs a check. All callers that arrive during a check share the next one. */
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

/** Selects open transactions that have drawn a number, without bystanders. */
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
 * Notifies readers that follow a log only once the committed changes are settled, too. A reader that read earlier would
 * find nothing, and would not be notified again.
 */
export function createSettledLogWatch(watch: LogWatch, horizon: Horizon): LogWatch {
  /** Accounts whose log has grown. `through` is the highest possible number of their changes, known after a check. */
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
    // If the database is away, the listener that waits for its return notifies all waiting readers.
    untilSettled()
      .catch(() => grown.clear())
      .finally(() => {
        looking = false;
      });
  }

  /**
   * Notifies readers each time that more is settled, so that committed changes do not wait for transactions that are
   * still open.
   */
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
 * Runs long work, such as an import or removal, on an account that no reader follows at that time. The horizon does not
 * wait for it. The mark is written on another connection, because a transaction's uncommitted writes are invisible to
 * others.
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
