/**
 * How far the log of changes is settled: up to which number everything is committed or will never be. Numbers are drawn before
 * they are committed, so a higher one may be there while a lower one is still to come; whoever went past it would miss it.
 *
 * A change has its transaction id before it draws its number (it has locked its record by then). So whatever had drawn a number up to N
 * at some moment had an id below one that is taken just after that moment; once no transaction below that id is open any more, N is
 * settled. The last number, an id and the open transactions are looked at, in this order, whenever somebody wants to know. The id has to be
 * taken: a snapshot alone knows nothing of open transactions that are younger than all which are over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogWatch } from '../log-watch.ts';
import { type Client, type Pool, rows, type Statement, together, withClient } from './connection.ts';

export interface Horizon {
  /** The last settled number, by a look that begins now or later. */
  look(): Promise<Look>;
  /** What the last look has seen. */
  readonly seen: Look;
}

export interface Look {
  readonly settled: number;
  /** The last that was drawn. */
  readonly drawn: number;
}

/** Looks that wait for a transaction which was open then. */
const MOST_PENDING = 1_000;

export function makeHorizon(pool: Pool): Horizon {
  let seen: Look = { settled: 0, drawn: 0 };
  let pending: { readonly drawn: number; readonly youngerID: bigint }[] = [];
  let current: Promise<Look> | undefined;
  let following: Promise<Look> | undefined;

  return {
    look,
    get seen() {
      return seen;
    },
  };

  /** All who ask while one looks share the next look. */
  function look(): Promise<Look> {
    if (current === undefined) return begin();
    following ??= current.then(begin, begin);
    return following;
  }

  function begin(): Promise<Look> {
    following = undefined;
    const looking = once().finally(() => {
      current = undefined;
    });
    current = looking;
    return looking;
  }

  async function once(): Promise<Look> {
    const [[number], [open]] = await withClient(pool, (client) =>
      together([rows<Drawn>(client, lastNumber, []), rows<{ oldest: string }>(client, openTransactions, [])]),
    );
    const drawn = Number(number!.drawn);
    const oldest = BigInt(open!.oldest);
    pending.push({ drawn, youngerID: BigInt(number!.younger_id) });
    const over = pending.filter((one) => one.youngerID <= oldest);
    pending = pending.slice(over.length);
    if (pending.length > MOST_PENDING) pending = [pending[0]!, ...pending.slice(-MOST_PENDING / 2)];
    seen = { settled: Math.max(seen.settled, ...over.map((one) => one.drawn)), drawn };
    return seen;
  }
}

interface Drawn {
  readonly drawn: number;
  /** A transaction id that was given out after the number was looked at. */
  readonly younger_id: string;
}

const lastNumber: Statement = {
  name: 'last_change_number',
  text: `WITH last AS MATERIALIZED (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS drawn FROM changes_seq_seq)
    SELECT drawn, pg_current_xact_id()::text AS younger_id FROM last`,
};

/**
 * No transaction of this database below `oldest` is open. Ids are given out by the server for all its databases; what is open in another
 * one is none of ours.
 */
const openTransactions: Statement = {
  name: 'open_transactions',
  text: `SELECT coalesce((
      SELECT min(x.id) FROM pg_snapshot_xip(s.now) AS x (id)
      WHERE NOT EXISTS (SELECT FROM bystanders AS b WHERE b.xid = x.id)
        AND NOT EXISTS (SELECT FROM pg_stat_get_activity(NULL) AS a WHERE a.backend_xid = x.id::xid AND a.datid <> here.oid)
    ), pg_snapshot_xmax(s.now))::text AS oldest FROM (SELECT pg_current_snapshot() AS now) AS s
    CROSS JOIN (SELECT oid FROM pg_database WHERE datname = current_database()) AS here`,
};

/**
 * Tells those who follow a log that it has grown once what was committed is settled, too: a reader that looked before would find
 * nothing, and would not be told again.
 */
export function settledWatch(watch: LogWatch, horizon: Horizon): LogWatch {
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
    for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      const before = horizon.seen.settled;
      const asked = [...grown];
      const { settled, drawn } = await horizon.look();
      if (settled > before) pauseMs = SHORTEST_PAUSE_MS;
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

const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Long work on an account that nobody follows meanwhile, as its import or its removal: it is not waited for. Said on another
 * connection, because what the transaction itself writes nobody sees.
 */
export async function asBystander<Result>(pool: Pool, client: Client, work: () => Promise<Result>): Promise<Result> {
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
