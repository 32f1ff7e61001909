/** Analytics of one account, shared by both engines. An engine only defines how queries run. */
import type { FiguresStore } from '../../analytics/store.ts';
import type { AnalyticsSource } from './analytics-query.ts';
import { createAssetStore } from './assets.ts';
import { countPreventiveWork, findDurations, findWorstAssets, sumCompletedWork } from './completed-work.ts';
import { createConnectionsStore } from './connections.ts';
import { findDownAssets } from './down-assets.ts';
import { findStatusHistory } from './status-history.ts';
import { countDueWork, countUnfinishedWork } from './unfinished-work.ts';
import { countWorkOrderFlow } from './work-order-flow.ts';

export function createAnalyticsStore(source: AnalyticsSource): FiguresStore {
  return {
    unfinished: (counted, gone) => countUnfinishedWork(source, counted, gone),
    due: (counted, before, gone) => countDueWork(source, counted, before, gone),
    flow: (counted, marks, gone) => countWorkOrderFlow(source, counted, marks, gone),
    preventive: (counted, due, graceMs, gone) => countPreventiveWork(source, counted, due, graceMs, gone),
    durations: (counted, completed, since, gone) => findDurations(source, counted, completed, since, gone),
    completed: (counted, completed, gone) => sumCompletedWork(source, counted, completed, gone),
    worstAssets: (counted, completed, most, gone) => findWorstAssets(source, counted, completed, most, gone),
    down: (locationID, most, mostChanges, gone) => findDownAssets(source, locationID, most, mostChanges, gone),
    statusHistory: (locationID, since, most, gone) => findStatusHistory(source, locationID, since, most, gone),
    connections: createConnectionsStore(source),
    assets: createAssetStore(source),
  };
}
