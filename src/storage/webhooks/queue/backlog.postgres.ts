/** Counts the waiting deliveries. It reads one index only, because there may be many. */
import type { DeliveryBacklog } from '../../database-stats.ts';
import { type Pool, type PreparedStatement, queryFromPool } from '../../postgres/connection.ts';
import { translateFailures } from '../../postgres/failures.ts';

const statement: PreparedStatement = {
  name: 'backlog',
  deadline: 'list',
  text: `SELECT b.waiting, coalesce(extract(epoch FROM clock_timestamp()) * 1000 - d.created_on, 0)::float8 AS "oldestMs"
    FROM (SELECT count(*) AS waiting, min(id) AS oldest FROM deliveries WHERE state = 'waiting') AS b
    LEFT JOIN deliveries AS d ON d.id = b.oldest`,
};

export function readBacklog(pool: Pool): Promise<DeliveryBacklog> {
  return translateFailures(async () => {
    const [row] = await queryFromPool<DeliveryBacklog>(pool, statement, []);
    return { waiting: row!.waiting, oldestMs: Math.max(0, row!.oldestMs) };
  });
}
