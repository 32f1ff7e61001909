/** The figures of one account: the same for both engines, which only say how they are asked. */
import type { FiguresStore } from '../../analytics/store.ts';
import { makeAssets } from './assets.ts';
import { countPreventive, findDurations, findWorstAssets, sumCompleted } from './completed.ts';
import { makeConnections } from './connections.ts';
import { findDown } from './down.ts';
import { countFlow } from './flow.ts';
import type { FigureSource } from './source.ts';
import { findStatusHistory } from './status-history.ts';
import { countDue, countUnfinished } from './unfinished.ts';

export function makeFigures(source: FigureSource): FiguresStore {
  return {
    unfinished: (counted, gone) => countUnfinished(source, counted, gone),
    due: (counted, before, gone) => countDue(source, counted, before, gone),
    flow: (counted, marks, gone) => countFlow(source, counted, marks, gone),
    preventive: (counted, due, graceMs, gone) => countPreventive(source, counted, due, graceMs, gone),
    durations: (counted, completed, since, gone) => findDurations(source, counted, completed, since, gone),
    completed: (counted, completed, gone) => sumCompleted(source, counted, completed, gone),
    worstAssets: (counted, completed, most, gone) => findWorstAssets(source, counted, completed, most, gone),
    down: (locationID, most, mostChanges, gone) => findDown(source, locationID, most, mostChanges, gone),
    statusHistory: (locationID, since, most, gone) => findStatusHistory(source, locationID, since, most, gone),
    connections: makeConnections(source),
    assets: makeAssets(source),
  };
}
