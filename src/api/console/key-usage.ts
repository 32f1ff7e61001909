/** Describes for people how an integration is used. */
import { firstEnd } from '../../accounts/previous-secrets.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { type Clock, formatTimestamp } from '../../lib/time.ts';
import type { KeptUse, PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';

const HOUR_MS = 3_600_000;
/** Retention of hourly usage. */
const MAX_USAGE_HOURS = 720;

export function describeKeyUse(use: KeptUse | undefined, clock: Clock) {
  const timeOf = (on: number | null | undefined) => (on === null || on === undefined ? null : formatTimestamp(on));
  const end = firstEnd(use?.previous?.ends ?? [], clock.now());
  return {
    lastUsedOn: timeOf(use?.lastUsedOn),
    lastAddress: use?.lastAddress ?? null,
    calls24h: use?.calls ?? 0,
    refused24h: use?.refused ?? 0,
    peakMinute: use?.peakMinute ?? 0,
    previousSecret:
      end === undefined
        ? null
        : {
            validUntil: formatTimestamp(end),
            usedSince: use!.previous!.calls,
            lastUsedOn: timeOf(use!.previous!.lastUsedOn),
          },
  };
}

/** Returns an hour number, counted since 1970, that lies `hours` before now. */
export function hourNumberBefore(clock: Clock, hours: number): number {
  return Math.floor(clock.now() / HOUR_MS) - hours;
}

/** Returns the hours in which an integration was used; `?hours=` sets how far back. */
export async function respondWithKeyUsage(
  store: PeopleStore,
  clock: Clock,
  { caller: { account }, query }: ApiRequest,
  integrationID: string,
): Promise<ApiResponse | Problem> {
  const asked = new URLSearchParams(query);
  const hours = asked.get('hours') ?? '24';
  const stray = [...asked.keys()].find((name) => name !== 'hours');
  if (stray !== undefined || !/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > MAX_USAGE_HOURS) {
    const isStray = stray !== undefined;
    const message = isStray
      ? 'There is no such parameter here.'
      : `must be a whole number from 1 to ${MAX_USAGE_HOURS}`;
    const parameter = stray ?? 'hours';
    return new Problem('invalid_query', `${parameter}: ${message}`, { errors: [{ parameter, message }] });
  }
  const known = await store.usageHours(account, integrationID, hourNumberBefore(clock, Number(hours)));
  const shown = known.map(({ hour, ...rest }) => ({ hour: formatTimestamp(hour * HOUR_MS), ...rest }));
  return { status: 200, body: JSON.stringify(shown) };
}
