/**
 * How far the log of changes is settled: up to which number everything is committed or will never be. Numbers are drawn before
 * they are committed, so a higher one may be there while a lower one is still to come; whoever went past it would miss it.
 *
 * A change has its transaction id before it draws its number (it has locked its record by then). So whatever had drawn a number up to N
 * at some moment had an id below the next one of just after that moment; once no transaction below that id is open any more, N is
 * settled. The next number and the open transactions are looked at, in this order, whenever somebody wants to know.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogWatch } from '../log-watch.ts';
import { type Client, type Pool, rows, type Statement, together, withClient } from './connection.ts';

export interface Horizon {
  /** The last settled number, by a look that begins now or later. */
  look(): Promise<Look>;
}

export interface Look {
  readonly settled: number;
  /** The last that was drawn. */
  readonly drawn: number;
}

/** Looks that wait for a transaction which was open then. */
const MOST_PENDING = 1_000;

export function makeHorizon(pool: Pool): Horizon {
  let settled = 0;
  let pending: { readonly drawn: number; readonly nextID: bigint }[] = [];
  let current: Promise<Look> | undefined;
  let following: Promise<Look> | undefined;

  return { look };

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
      together([rows<{ drawn: number }>(client, lastNumber, []), rows<Open>(client, openTransactions, [])]),
    );
    const { drawn } = number!;
    const nextID = BigInt(open!.next_id);
    const oldest = open!.oldest === null ? nextID : BigInt(open!.oldest);
    pending.push({ drawn, nextID });
    const over = pending.filter((one) => one.nextID <= oldest);
    settled = Math.max(settled, ...over.map((one) => one.drawn));
    pending = pending.slice(over.length);
    if (pending.length > MOST_PENDING) pending = [pending[0]!, ...pending.slice(-MOST_PENDING / 2)];
    return { settled, drawn };
  }
}

interface Open {
  readonly next_id: string;
  readonly oldest: string | null;
}

const lastNumber: Statement = {
  name: 'last_change_number',
  text: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS drawn FROM changes_seq_seq',
};

/** Ids are given out by the server for all its databases; what is open in another one is none of ours. */
const openTransactions: Statement = {
  name: 'open_transactions',
  text: `SELECT pg_snapshot_xmax(s.now)::text AS next_id, (
      SELECT min(x.id)::text FROM pg_snapshot_xip(s.now) AS x (id)
      WHERE NOT EXISTS (SELECT FROM bystanders AS b WHERE b.xid = x.id)
        AND NOT EXISTS (SELECT FROM pg_stat_get_activity(NULL) AS a WHERE a.backend_xid = x.id::xid AND a.datid <> here.oid)
    ) AS oldest FROM (SELECT pg_current_snapshot() AS now) AS s
    CROSS JOIN (SELECT oid FROM pg_database WHERE datname = current_database()) AS here`,
};

/**
 * Tells those who follow a log that it has grown once what was committed is settled, too: a reader that looked before would find
 * nothing, and would not be told again.
 */
export function settledWatch(watch: LogWatch, horizon: Horizon): LogWatch {
  const grown = new Set<number>();
  let all = false;
  let looking = false;
  return {
    watch: watch.watch,
    tell(account) {
      if (!watch.awaited) return;
      grown.add(account);
      void look();
    },
    tellAll() {
      if (!watch.awaited) return;
      all = true;
      void look();
    },
    get awaited() {
      return watch.awaited;
    },
  };

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      for (let waiting = true; waiting; ) {
        const told = [...grown];
        const everybody = all;
        grown.clear();
        all = false;
        const { drawn } = await horizon.look();
        await settledThrough(drawn);
        if (everybody) watch.tellAll();
        else for (const account of told) watch.tell(account);
        waiting = grown.size > 0 || all;
      }
    } catch {
      // The database is away; whoever listens for its return tells everybody.
    } finally {
      looking = false;
    }
  }

  async function settledThrough(number: number): Promise<void> {
    for (let pauseMs = 1; (await horizon.look()).settled < number; pauseMs = Math.min(50, pauseMs * 2)) {
      await sleep(pauseMs);
    }
  }
}

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
