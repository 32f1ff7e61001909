/**
 * Figures about an account's integrations: problems that need attention, deliveries, API calls and authors of changes.
 * Test deliveries never count.
 */
import { firstEnd } from '../accounts/previous-secrets.ts';
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { ConnectionsStore, KeyStanding, RecentDelivery, WebhookStanding } from './store.ts';

export interface ConnectionsQuery {
  readonly store: ConnectionsStore;
  readonly hours: number;
  readonly now: number;
  readonly gone: AbortSignal | undefined;
}

export type ConnectionsFigure = (asked: ConnectionsQuery) => Promise<object | Problem>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Consecutive failures that need attention, long before the thirtieth disables a webhook. */
const MANY_FAILURES = 10;
const LONG_WAIT_MS = 60_000;
const UNUSED_MS = 90 * DAY;
const GRACE_ENDS_MS = DAY;

const attention: ConnectionsFigure = async ({ store, now, gone }) => {
  const webhooks = await store.webhooks(gone);
  if (webhooks instanceof Problem) return webhooks;
  const keys = await store.keys(gone);
  if (keys instanceof Problem) return keys;
  const named = ({ id, name }: WebhookStanding) => ({ webhook: id, name });
  const key = ({ id, name }: KeyStanding) => ({ integration: id, name });
  const isLate = ({ active, oldestWaitingOn }: WebhookStanding) =>
    active && oldestWaitingOn !== null && now - oldestWaitingOn > LONG_WAIT_MS;
  const ending = keys.flatMap((one) => {
    const end = firstEnd(one.previousEnds, now);
    return end === undefined || end - now > GRACE_ENDS_MS ? [] : [{ ...key(one), validUntil: formatTimestamp(end) }];
  });
  return {
    off: webhooks.filter(({ active }) => !active).map((one) => ({ ...named(one), why: one.why })),
    failing: webhooks
      .filter(({ active, failuresInARow }) => active && failuresInARow >= MANY_FAILURES)
      .map((one) => ({ ...named(one), failuresInARow: one.failuresInARow })),
    late: webhooks
      .filter(isLate)
      .map((one) => ({ ...named(one), waiting: one.waiting, oldestWaitingOn: formatTimestamp(one.oldestWaitingOn!) })),
    graceEnds: ending,
    unused: keys
      .filter(({ createdOn, lastUsedOn }) => now - (lastUsedOn ?? createdOn) > UNUSED_MS)
      .map((one) => ({ ...key(one), lastUsedOn: one.lastUsedOn === null ? null : formatTimestamp(one.lastUsedOn) })),
  };
};

const deliveries: ConnectionsFigure = async ({ store, hours, now, gone }) => {
  const first = Math.floor(now / HOUR) - hours + 1;
  const found = await store.hours(first, gone);
  if (found instanceof Problem) return found;
  const webhooks = await store.webhooks(gone);
  if (webhooks instanceof Problem) return webhooks;
  const known = new Map(found.map((one) => [one.hour, one]));
  const sum = (part: 'ok' | 'failed' | 'suppressed' | 'dropped') => found.reduce((all, one) => all + one[part], 0);
  const [succeeded, failed] = [sum('ok'), sum('failed')];
  return {
    succeeded,
    failed,
    suppressed: sum('suppressed'),
    dropped: sum('dropped'),
    waiting: webhooks.reduce((all, one) => all + one.waiting, 0),
    success: share(succeeded, succeeded + failed),
    hours: Array.from({ length: hours }, (_, n) => {
      const { ok = 0, failed = 0, suppressed = 0, dropped = 0 } = known.get(first + n) ?? {};
      return { hour: formatTimestamp((first + n) * HOUR), succeeded: ok, failed, suppressed, dropped };
    }),
  };
};

/** Limits the deliveries whose attempts are read, over all webhooks. Each webhook contributes its newest. */
const MAX_LOOKED_AT = 10_000;

/** Computes how many deliveries succeeded at the first attempt, and the delay before the first attempt started. */
const attempts: ConnectionsFigure = async (asked) => {
  const looked = await recent(asked);
  if (looked instanceof Problem) return looked;
  const { found, newestOfEach } = looked;
  const succeeded = found.filter(({ state }) => state === 'succeeded');
  const delays = found
    .flatMap(({ startedOn, processedOn }) => (startedOn === null ? [] : [startedOn - processedOn]))
    .sort((a, b) => a - b);
  return {
    deliveries: found.length,
    newestOfEach,
    succeededAtFirst: succeeded.filter(({ attempts }) => attempts === 1).length,
    successAtFirst: share(succeeded.filter(({ attempts }) => attempts === 1).length, found.length),
    delay: { count: delays.length, medianMs: ranked(delays, 0.5), ninetyFifthMs: ranked(delays, 0.95) },
  };
};

const MAX_WEBHOOKS = 5;

const failures: ConnectionsFigure = async (asked) => {
  const looked = await recent(asked);
  if (looked instanceof Problem) return looked;
  const { found, newestOfEach } = looked;
  const failed = found.filter(({ state }) => state === 'failed');
  const kinds = Map.groupBy(failed, ({ error }) => error ?? 'status');
  const shown = Array.from(kinds, ([kind, some]) => {
    const webhooks = Array.from(
      Map.groupBy(some, ({ webhook }) => webhook),
      ([webhook, { length }]) => ({ webhook, count: length }),
    );
    webhooks.sort((a, b) => b.count - a.count || a.webhook - b.webhook);
    return { kind, count: some.length, webhooks: webhooks.slice(0, MAX_WEBHOOKS) };
  });
  return {
    deliveries: found.length,
    newestOfEach,
    kinds: shown.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
  };
};

/** Limits the changes that are counted, newest first. */
const MAX_CHANGES = 50_000;

const calls: ConnectionsFigure = async ({ store, hours, now, gone }) => {
  const keys = await store.calls(Math.floor(now / HOUR) - hours + 1, gone);
  if (keys instanceof Problem) return keys;
  const sources = await store.sources(now - hours * HOUR, MAX_CHANGES, gone);
  if (sources instanceof Problem) return sources;
  const looked = sources.reduce((all, one) => all + one.count, 0);
  return {
    keys: keys.map(({ id, ...use }) => ({ integration: id, ...use })),
    changes: sources.map(({ kind, count }) => ({ by: kind, count })),
    changesSince: looked < MAX_CHANGES ? null : formatTimestamp(Math.min(...sources.map(({ oldest }) => oldest))),
  };
};

export const connections = { attention, deliveries, attempts, failures, calls } as const satisfies Record<
  string,
  ConnectionsFigure
>;

interface Recent {
  readonly found: readonly RecentDelivery[];
  /** Number of deliveries read per webhook, if this limit cut off part of the period; null otherwise. */
  readonly newestOfEach: number | null;
}

async function recent({ store, hours, now, gone }: ConnectionsQuery): Promise<Recent | Problem> {
  const webhooks = await store.webhooks(gone);
  if (webhooks instanceof Problem) return webhooks;
  const ofEach = Math.floor(MAX_LOOKED_AT / Math.max(1, webhooks.length));
  const found = await store.recent(now - hours * HOUR, ofEach, gone);
  if (found instanceof Problem) return found;
  const most = Math.max(
    0,
    ...Map.groupBy(found, ({ webhook }) => webhook)
      .values()
      .map(({ length }) => length),
  );
  return { found, newestOfEach: most < ofEach ? null : ofEach };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Returns the quantile `part` (0 to 1): the smallest value that this share of values does not exceed. */
function ranked(ascending: readonly number[], part: number): number | null {
  return ascending[Math.max(0, Math.ceil(ascending.length * part) - 1)] ?? null;
}
