/**
 * Computes how much of a window assets were down, by replaying status changes backwards from the current status.
 * Requires a change log that reaches back to the start of the window. An asset counts from its creation.
 */
import type { Span, StatusChange, StatusHistory } from './store.ts';

export interface Unavailability {
  /** Share of the total asset time in the window; null if there were no assets. */
  readonly share: number | null;
  readonly downMs: number;
  readonly assetMs: number;
}

export function unavailability(history: StatusHistory, isDown: (status: number | null) => boolean, window: Span) {
  const told = { downMs: 0, assetMs: 0 };
  const add = (from: number, to: number, status: number | null, assets = 1) => {
    const ms = Math.max(0, Math.min(to, window.to) - Math.max(from, window.from)) * assets;
    told.assetMs += ms;
    if (isDown(status)) told.downMs += ms;
  };
  const unchanged = new Map(history.standing.map(({ statusID, count }) => [statusID, count]));
  for (const changes of Map.groupBy(history.changes, ({ assetID }) => assetID).values()) {
    const { statusNow } = changes[0]!;
    unchanged.set(statusNow, (unchanged.get(statusNow) ?? 0) - 1);
    tellBack(changes, add);
  }
  for (const [status, assets] of unchanged) add(window.from, window.to, status, assets);
  const share = told.assetMs === 0 ? null : told.downMs / told.assetMs;
  return { share, ...told } satisfies Unavailability;
}

/** Replays the status changes of one asset, newest first. */
function tellBack(
  changes: readonly StatusChange[],
  add: (from: number, to: number, status: number | null) => void,
): void {
  let [until, status] = [Number.POSITIVE_INFINITY, changes[0]!.statusNow];
  for (const { on, isNew, before } of changes) {
    add(on, until, status);
    if (isNew) return;
    [until, status] = [on, before];
  }
  add(Number.NEGATIVE_INFINITY, until, status);
}
