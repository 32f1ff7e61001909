/** The heads among which the one is chosen that tries an endpoint which is down; as many as can be looked at in one go. */

import type { Candidate } from '../../../webhooks/delivery/lanes/probe.ts';
import type { Cause } from '../../../webhooks/delivery.ts';
import { SAMPLES_BEHIND } from '../../../webhooks/subscriptions/sample.ts';
import type { Connection } from '../../sqlite/connection.ts';

const MOST_LOOKED_AT = 500;

/** Of every record; where there are too many, of the first records, the oldest of all, and what is sent as a test. */
export function readCandidates(connection: Connection, subscription: number): Candidate[] {
  const first = headsBehind(connection, subscription, -1);
  if (first.length < MOST_LOOKED_AT) return first;
  const oldest = connection.prepare(OLDEST).all(subscription, MOST_LOOKED_AT).map(candidateOf);
  const found = [...first, ...readTests(connection, subscription), ...oldest];
  return [...new Map(found.map((one) => [one.delivery, one])).values()];
}

/** The newest first. */
export function readTests(connection: Connection, subscription: number): Candidate[] {
  return headsBehind(connection, subscription, SAMPLES_BEHIND).filter(({ cause }) => cause === 'test');
}

function headsBehind(connection: Connection, subscription: number, behind: number): Candidate[] {
  const found: Candidate[] = [];
  const seek = connection.prepare(NEXT_HEAD);
  for (let record = behind; found.length < MOST_LOOKED_AT; record = found.at(-1)!.record) {
    const row = seek.get(subscription, record);
    if (row === undefined) break;
    found.push(candidateOf(row));
  }
  return found;
}

const COLUMNS = 'd.id, d.record_id, d.cause, d.attempts, d.due_on, d.created_on, d.waiting_since';
const NEXT_HEAD = `SELECT ${COLUMNS} FROM deliveries AS d INDEXED BY deliveries_waiting
  WHERE d.state = 'waiting' AND d.subscription = ?1 AND d.record_id > ?2 ORDER BY d.record_id, d.id LIMIT 1`;
const OLDEST = `SELECT ${COLUMNS} FROM (
    SELECT * FROM deliveries AS o INDEXED BY deliveries_in_order
    WHERE o.state = 'waiting' AND o.subscription = ?1 ORDER BY o.id LIMIT ?2
  ) AS d
  WHERE NOT EXISTS (SELECT 1 FROM deliveries AS e INDEXED BY deliveries_waiting
    WHERE e.state = 'waiting' AND e.subscription = ?1 AND e.record_id = d.record_id AND e.id < d.id)`;

function candidateOf(row: Readonly<Record<string, unknown>>): Candidate {
  return {
    delivery: row.id as number,
    record: row.record_id as number,
    cause: row.cause as Cause,
    attempts: row.attempts as number,
    dueOn: row.due_on as number,
    createdOn: row.created_on as number,
    waitingSince: row.waiting_since as number | null,
  };
}
