/** The last 24 hours, each of them: the service tells those alone in which a key was used. */
import type { UsageHour } from './queries.ts';

const HOUR_MS = 3_600_000;

export function fillLast24Hours(used: readonly Pick<UsageHour, 'hour' | 'calls' | 'refused'>[], now: number) {
  const known = new Map(used.map((one) => [Date.parse(one.hour), one]));
  const last = Math.floor(now / HOUR_MS);
  return Array.from({ length: 24 }, (_, at) => {
    const hour = (last - 23 + at) * HOUR_MS;
    const { calls = 0, refused = 0 } = known.get(hour) ?? {};
    return { hour: new Date(hour).toISOString(), calls, refused };
  });
}
