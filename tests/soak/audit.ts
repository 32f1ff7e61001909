/** At the end: what the service was acknowledged to have done, against its delivery log and against what arrived. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Change, nameOf } from './subscriptions.ts';

export interface Audit {
  /** Deliveries in the log by their state. */
  readonly states: Readonly<Record<string, number>>;
  /** Of changes that were committed without an answer, because the database went away: allowed. */
  readonly unacknowledged: number;
  /** Acknowledged changes without a delivery, deliveries without an attempt, successes that never arrived. */
  readonly lost: readonly string[];
}

/** A delivery in the log. Times are epoch milliseconds. */
export interface Row {
  readonly id: string;
  readonly subscription: string;
  readonly webhook_id: string;
  readonly state: string;
  readonly attempts: string;
  readonly type: Change['type'] | null;
  readonly record_id: string;
  readonly version: string;
  readonly processed_on: string;
  readonly settled_on: string | null;
}

const PAGE = 20_000;

/** Waits until nothing is left to be sent. */
export async function untilSettled(database: string, withinMs: number): Promise<number> {
  const client = await connect(database);
  const deadline = Date.now() + withinMs;
  try {
    for (;;) {
      const { rows } = await client.query(`SELECT count(*)::int AS waiting FROM deliveries WHERE state = 'waiting'`);
      if (rows[0].waiting === 0 || Date.now() > deadline) return rows[0].waiting;
      await sleep(500);
    }
  } finally {
    await client.end();
  }
}

/** Subscriptions that are no longer active. */
export async function countSwitchedOff(database: string): Promise<number> {
  const client = await connect(database);
  try {
    const { rows } = await client.query('SELECT count(*)::int AS off FROM subscriptions WHERE NOT active');
    return rows[0].off;
  } finally {
    await client.end();
  }
}

export async function audit(database: string, expected: Set<string>, arrived: ReadonlySet<string>): Promise<Audit> {
  const missing = new Set(expected);
  const strangers = new Set(arrived);
  const states: Record<string, number> = {};
  const lost: string[] = [];
  let unacknowledged = 0;
  for await (const row of logOf(database)) {
    const { state, webhook_id: webhookId } = row;
    const name =
      row.type === null
        ? `delivery ${row.id}`
        : nameOf(Number(row.subscription), { type: row.type, id: Number(row.record_id), version: Number(row.version) });
    states[state] = (states[state] ?? 0) + 1;
    strangers.delete(webhookId);
    if (!missing.delete(name)) {
      if (expected.has(name) || row.type === null) lost.push(`${name} is in the log twice or without its change`);
      else unacknowledged++;
    }
    if (state !== 'succeeded' && state !== 'failed') lost.push(`${name} is ${state}`);
    else if (Number(row.attempts) === 0) lost.push(`${name} has ${state} without an attempt`);
    else if (state === 'succeeded' && !arrived.has(webhookId)) lost.push(`${name} has succeeded and did not arrive`);
  }
  for (const name of missing) lost.push(`${name} was acknowledged and is not in the log`);
  for (const webhookId of strangers) lost.push(`${webhookId} arrived and is not in the log`);
  return { states, unacknowledged, lost };
}

export async function* logOf(database: string): AsyncGenerator<Row> {
  const client = await connect(database);
  try {
    for (let after = '0'; ; ) {
      const { rows } = await client.query<Row>(
        `SELECT d.id, s.id AS subscription, d.webhook_id, d.state, d.attempts, c.type, d.record_id, c.version,
            d.processed_on, d.settled_on
          FROM deliveries AS d JOIN subscriptions AS s ON s.key = d.subscription
          LEFT JOIN changes AS c ON c.seq = d.change_seq WHERE d.id > $1 ORDER BY d.id LIMIT ${PAGE}`,
        [after],
      );
      yield* rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  } finally {
    await client.end();
  }
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client(database);
  await client.connect();
  return client;
}
