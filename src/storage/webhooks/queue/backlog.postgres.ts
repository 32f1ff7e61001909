/** How much waits to be delivered: along one index, because it may be much. */
import type { Backlog } from '../../database-stats.ts';
import { type Pool, read, type Statement } from '../../postgres/connection.ts';
import { answering } from '../../postgres/failures.ts';

const statement: Statement = {
  name: 'backlog',
  deadline: 'list',
  text: `SELECT b.waiting, coalesce(extract(epoch FROM clock_timestamp()) * 1000 - d.created_on, 0)::float8 AS "oldestMs"
    FROM (SELECT count(*) AS waiting, min(id) AS oldest FROM deliveries WHERE state = 'waiting') AS b
    LEFT JOIN deliveries AS d ON d.id = b.oldest`,
};

export function readBacklog(pool: Pool): Promise<Backlog> {
  return answering(async () => {
    const [row] = await read<Backlog>(pool, statement, []);
    return { waiting: row!.waiting, oldestMs: Math.max(0, row!.oldestMs) };
  });
}
