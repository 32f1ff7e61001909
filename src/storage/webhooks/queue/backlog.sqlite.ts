/** Counts the waiting deliveries. It reads one index only, on a reader thread, because there may be many. */
import { Problem, Unanswerable } from '../../../problems.ts';
import type { DeliveryBacklog } from '../../database-stats.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';

const sql = `SELECT b.waiting, d.created_on FROM (
    SELECT count(*) AS waiting, min(id) AS oldest FROM deliveries INDEXED BY deliveries_waiting WHERE state = 'waiting'
  ) AS b LEFT JOIN deliveries AS d ON d.id = b.oldest`;

export async function readBacklog(readers: Pick<ReaderPool, 'read'>): Promise<DeliveryBacklog> {
  const rows = await readers.read('service', { text: sql, values: [] });
  if (rows instanceof Problem) throw new Unanswerable(rows);
  const [waiting, oldest] = rows[0] as [number, number | null];
  return { waiting, oldestMs: oldest === null ? 0 : Math.max(0, Date.now() - oldest) };
}
