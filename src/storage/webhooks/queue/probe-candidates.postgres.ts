/**
 * Reads the heads from which one is chosen to probe an endpoint that is down. The number of heads per read is limited.
 */

import type { ProbeCandidate } from '../../../webhooks/delivery/lanes/probe.ts';
import type { DeliveryCause } from '../../../webhooks/delivery.ts';
import { MAX_REAL_RECORD_ID } from '../../../webhooks/subscriptions/sample-record.ts';
import { type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { lowestDeliverySql } from './lowest-delivery.postgres.ts';

const MAX_HEADS_SCANNED = 500;

interface CandidateRow {
  readonly id: number;
  readonly record_id: number;
  readonly cause: DeliveryCause;
  readonly attempts: number;
  readonly due_on: number;
  readonly created_on: number;
  readonly waiting_since: number | null;
}

/**
 * Returns the heads of all records. If there are too many, returns those of the first records, the oldest heads, and
 * the tests.
 */
export async function readProbeCandidates(client: Client, subscription: number): Promise<ProbeCandidate[]> {
  return found(client, candidates, subscription);
}

/** The newest first. */
export async function readTestHeads(client: Client, subscription: number): Promise<ProbeCandidate[]> {
  return found(client, tests, subscription);
}

async function found(client: Client, statement: PreparedStatement, subscription: number): Promise<ProbeCandidate[]> {
  const heads = await queryRows<CandidateRow>(client, statement, [subscription, MAX_HEADS_SCANNED, MAX_REAL_RECORD_ID]);
  return heads.map((row) => ({
    delivery: row.id,
    record: row.record_id,
    cause: row.cause,
    attempts: row.attempts,
    dueOn: row.due_on,
    createdOn: row.created_on,
    waitingSince: row.waiting_since,
  }));
}

/**
 * CTE for a WITH RECURSIVE. Selects the first waiting delivery of each record of subscription $1, in the order of the
 * records. Returns `most` of them, after the record `behind` if it is given.
 */
export function recordHeadsSql(most: string, behind?: string): string {
  return `sought (id, record_id, number) AS (
      SELECT first.* FROM (
        SELECT id, record_id, 1::bigint FROM deliveries
        WHERE state = 'waiting' AND subscription = $1${behind === undefined ? '' : ` AND record_id > ${behind}`} ORDER BY record_id, id LIMIT 1
      ) AS first
      UNION ALL
      SELECT next.id, next.record_id, s.number + 1 FROM sought AS s
      CROSS JOIN LATERAL (
        SELECT id, record_id FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND record_id > s.record_id
        ORDER BY record_id, id LIMIT 1
      ) AS next
      WHERE s.number < ${most}
    )`;
}

const COLUMNS = 'id, record_id, cause, attempts, due_on, created_on, waiting_since';

/**
 * Selects the tests among the first $2 waiting deliveries of subscription $1 after record $3. Each is the first of its
 * record, because resends come later.
 */
const TESTS = `SELECT s.* FROM (
    SELECT ${COLUMNS} FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND record_id > $3::bigint
    ORDER BY record_id, id LIMIT $2
  ) AS s WHERE s.cause = 'test'`;
const tests: PreparedStatement = { name: 'lane_tests', text: TESTS };

/**
 * $1 subscription, $2 how many, $3 the highest id of a real record; tests have higher ones. Without LIMIT 1, the
 * planner may read all waiting deliveries and join.
 */
const candidates: PreparedStatement = {
  name: 'lane_candidates',
  text: `WITH RECURSIVE ${recordHeadsSql('$2')}, oldest AS (
      SELECT id, record_id FROM deliveries
      WHERE state = 'waiting' AND subscription = $1 AND (SELECT max(number) FROM sought) = $2 ORDER BY id + 0 LIMIT $2
    ), test AS (${TESTS})
    SELECT d.* FROM (
      SELECT id FROM sought UNION SELECT id FROM test UNION
      SELECT o.id FROM oldest AS o WHERE o.id = (
        SELECT id FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND ${lowestDeliverySql('o.record_id')})
    ) AS head
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM deliveries WHERE id = head.id LIMIT 1
    ) AS d`,
};
