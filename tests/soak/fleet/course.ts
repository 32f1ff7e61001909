/** What the delivery log and the order of arrivals tell: how long deliveries took, and whether any came out of its turn. */
import { logOf, type Row } from '../audit.ts';
import { Latencies } from '../pacing.ts';
import type { Window } from './faults.ts';

export interface Course {
  /** From the commit of a change until its delivery was settled; time that lies in a fault's window does not count. */
  readonly settled: Latencies;
  readonly longestMs: number;
  /** Arrived although a newer version of the record had arrived there before: for the first time, and once more. */
  readonly overtaken: readonly string[];
  readonly stale: readonly string[];
}

export async function courseOf(
  database: string,
  windows: readonly Window[],
  arrivals: readonly string[],
): Promise<Course> {
  const settled = new Latencies();
  const rows = new Map<string, Pick<Row, 'subscription' | 'type' | 'record_id' | 'version'>>();
  let longestMs = 0;
  for await (const { webhook_id, subscription, type, record_id, version, processed_on, settled_on } of logOf(
    database,
  )) {
    rows.set(webhook_id, { subscription, type, record_id, version });
    if (settled_on === null) continue;
    const took = outside({ from: Number(processed_on), to: Number(settled_on) }, windows);
    settled.add(took);
    longestMs = Math.max(longestMs, took);
  }
  return { settled, longestMs, ...outOfTurn(arrivals, rows) };
}

/** How much of a span lies in no window that hits deliveries. Windows come in order; the grace of one may reach into the next. */
export function outside(span: { from: number; to: number }, windows: readonly Window[]): number {
  let left = 0;
  let reached = span.from;
  for (const { hits, from, to } of windows) {
    if (hits === 'requests') continue;
    left += Math.max(0, Math.min(from, span.to) - reached);
    reached = Math.max(reached, to);
  }
  return left + Math.max(0, span.to - reached);
}

type Place = Pick<Row, 'subscription' | 'type' | 'record_id' | 'version'>;

export function outOfTurn(
  arrivals: readonly string[],
  places: ReadonlyMap<string, Place>,
): Pick<Course, 'overtaken' | 'stale'> {
  const newest = new Map<string, number>();
  const seen = new Set<string>();
  const overtaken: string[] = [];
  const stale: string[] = [];
  for (const webhookId of arrivals) {
    const place = places.get(webhookId);
    if (place === undefined) continue;
    const lane = `subscription ${place.subscription}, ${place.type} ${place.record_id}`;
    const [version, before] = [Number(place.version), newest.get(lane) ?? 0];
    if (version < before) (seen.has(webhookId) ? stale : overtaken).push(`${lane}: version ${version} after ${before}`);
    newest.set(lane, Math.max(version, before));
    seen.add(webhookId);
  }
  return { overtaken, stale };
}
