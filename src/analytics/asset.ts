/**
 * Summarises one asset: unfinished work, last and next preventive maintenance, and the repairs and cost of one year.
 */
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { exactDecimal } from './exact.ts';
import type { AssetStore } from './store.ts';

const YEAR = 365 * 86_400_000;

export async function assetFigures(
  store: AssetStore,
  assetID: number,
  now: number,
  gone: AbortSignal | undefined,
): Promise<object | Problem> {
  const since = now - YEAR;
  const strip = await store.strip(assetID, since, gone);
  if (strip instanceof Problem) return strip;
  const { lastPreventive: last, nextPreventive: next, repaired, timed, repairMs } = strip;
  return {
    since: formatTimestamp(since),
    unfinished: strip.unfinished,
    lastPreventive: last && { WorkOrderID: last.id, completedOn: formatTimestamp(last.on) },
    nextPreventive: next && { WorkOrderID: next.id, dueOn: formatTimestamp(next.on) },
    reactive: strip.reactive,
    cost: exactDecimal(strip.cost),
    repaired,
    meanRepairMs: timed === 0 ? null : Math.round(Number(repairMs) / timed),
  };
}
