/**
 * Reads the heads from which one is chosen to probe an endpoint that is down. The number of heads per read is limited.
 */

import type { ProbeCandidate } from '../../../webhooks/delivery/lanes/probe.ts';
import type { DeliveryCause } from '../../../webhooks/delivery.ts';
import { MAX_REAL_RECORD_ID } from '../../../webhooks/subscriptions/sample-record.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';

const MAX_HEADS_SCANNED = 500;

/**
 * Returns the heads of all records. If there are too many, returns those of the first records, the oldest heads, and
 * the tests.
 */
export function readProbeCandidates(connection: SqliteConnection, subscription: number): ProbeCandidate[] {
  const first = headsBehind(connection, subscription, -1);
  if (first.length < MAX_HEADS_SCANNED) return first;
  const oldest = connection.prepare(OLDEST).all(subscription, MAX_HEADS_SCANNED).map(candidateOf);
  const found = [...first, ...readTestHeads(connection, subscription), ...oldest];
  return [...new Map(found.map((one) => [one.delivery, one])).values()];
}

/** The newest first. */
export function readTestHeads(connection: SqliteConnection, subscription: number): ProbeCandidate[] {
  return headsBehind(connection, subscription, MAX_REAL_RECORD_ID).filter(({ cause }) => cause === 'test');
}

function headsBehind(connection: SqliteConnection, subscription: number, behind: number): ProbeCandidate[] {
  const found: ProbeCandidate[] = [];
  const seek = connection.prepare(NEXT_HEAD);
  for (let record = behind; found.length < MAX_HEADS_SCANNED; record = found.at(-1)!.record) {
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

function candidateOf(row: Readonly<Record<string, unknown>>): ProbeCandidate {
  return {
    delivery: row.id as number,
    record: row.record_id as number,
    cause: row.cause as DeliveryCause,
    attempts: row.attempts as number,
    dueOn: row.due_on as number,
    createdOn: row.created_on as number,
    waitingSince: row.waiting_since as number | null,
  };
}
