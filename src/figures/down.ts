/** Assets that are down or degraded now. Board and type are of work orders; of the filters the location alone is heeded. */
import { formatTimestamp } from '../kernel/time.ts';
import { Problem } from '../problems.ts';
import type { Figure } from './maintenance.ts';
import { downBases } from './store.ts';

const MOST_ASSETS = 10;

export const down: Figure = async ({ store, counted, gone }) => {
  const found = await store.down(counted.locationID, MOST_ASSETS, gone);
  if (found instanceof Problem) return found;
  const { counts, statuses, assets } = found;
  const count = (of: (one: (typeof counts)[number]) => boolean) =>
    counts.filter(of).reduce((all, one) => all + one.count, 0);
  return {
    total: count(() => true),
    ...Object.fromEntries(downBases.map((base) => [base.toLowerCase(), count((one) => one.base === base)])),
    byCriticality: counts.map(({ criticality, base, count }) => ({ criticality, base, count })),
    statuses: statuses.map(({ id, base }) => ({ AssetStatusID: id, base })),
    assets: assets.map(({ id, statusID, base, criticality, since }) => ({
      AssetID: id,
      AssetStatusID: statusID,
      base,
      criticality,
      // Null: from before history began.
      since: since === null ? null : formatTimestamp(since),
    })),
  };
};
