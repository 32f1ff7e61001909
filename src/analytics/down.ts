/**
 * Figure about assets that are down or degraded now. Ignores the board and type filters, which apply to work orders;
 * only the location counts.
 */
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { Figure } from './maintenance.ts';
import { downBases } from './store.ts';
import { unavailability } from './unavailability.ts';

const MAX_ASSETS = 10;

/** Limits the log entries searched, over all assets, for the time since when they are down. */
const MAX_LOOKED_AT = 200_000;

/** Limits the status changes in a window from which unavailability is computed; beyond it, the figure is null. */
const MAX_CHANGES = 20_000;

export const down: Figure = async ({ store, counted, span, now, gone }) => {
  const found = await store.down(counted.locationID, MAX_ASSETS, MAX_LOOKED_AT, gone);
  if (found instanceof Problem) return found;
  const { counts, statuses, assets } = found;
  const history = await store.statusHistory(counted.locationID, span.from, MAX_CHANGES, gone);
  if (history instanceof Problem) return history;
  const isDown = (status: number | null) => statuses.some(({ id, base }) => id === status && base === 'Down');
  const window = { from: span.from, to: Math.min(span.to, now) };
  const count = (of: (one: (typeof counts)[number]) => boolean) =>
    counts.filter(of).reduce((all, one) => all + one.count, 0);
  return {
    total: count(() => true),
    ...Object.fromEntries(downBases.map((base) => [base.toLowerCase(), count((one) => one.base === base)])),
    // Null: the log of changes does not cover the window.
    unavailability: history === 'not covered' ? null : unavailability(history, isDown, window),
    byCriticality: counts.map(({ criticality, base, count }) => ({ criticality, base, count })),
    statuses: statuses.map(({ id, base }) => ({ AssetStatusID: id, base })),
    assets: assets.map(({ id, statusID, base, criticality, since }) => ({
      AssetID: id,
      AssetStatusID: statusID,
      base,
      criticality,
      // Null: from before the history that was read.
      since: since === null ? null : formatTimestamp(since),
    })),
  };
};
