/** One's own work in the order in which it is due, and what usually comes next for each piece of it. */
import type { Reference } from '../records/data/names.ts';
import type { RecordFields } from '../records/description.ts';
import type { Operation } from '../records/record/patch.ts';
import { patchOfMove } from '../records/record/patch-of-move.ts';
import { dayOf } from './window.ts';

export interface WorkOrder {
  readonly ID: number;
  readonly Number: string;
  readonly Name: string;
  readonly Status: 'Open' | 'InProgress' | 'OnHold';
  readonly Priority: string;
  readonly DueOn: string | null;
  readonly AssetID: number | null;
  readonly LocationID: number | null;
  readonly HoldReason: string | null;
  readonly CompletionNotes: string | null;
  readonly LabourMinutes: number;
  readonly CompletedOn: string | null;
}

export const workOrderFields =
  'ID,Number,Name,Status,Priority,DueOn,AssetID,LocationID,HoldReason,CompletionNotes,LabourMinutes,CompletedOn';

/** What it is done to, and where. */
export function placesOf({ AssetID, LocationID }: WorkOrder): readonly Reference[] {
  return [
    ...(AssetID === null ? [] : [{ type: 'Assets', id: AssetID }]),
    ...(LocationID === null ? [] : [{ type: 'Locations', id: LocationID }]),
  ];
}

export type Move = 'InProgress' | 'OnHold' | 'Completed';

/** The usual next one first. */
export const movesFrom: Readonly<Record<WorkOrder['Status'], readonly Move[]>> = {
  Open: ['InProgress', 'Completed'],
  InProgress: ['Completed', 'OnHold'],
  OnHold: ['InProgress', 'Completed'],
};

export type Group = 'late' | 'today' | 'week' | 'later';
export const groups: readonly Group[] = ['late', 'today', 'week', 'later'];

/** Days are those of the person's zone. */
export function groupOf({ DueOn }: Pick<WorkOrder, 'DueOn'>, now: number, timeZone: string): Group {
  if (DueOn === null) return 'later';
  const due = Date.parse(DueOn);
  if (due < now) return 'late';
  const day = dayOf(due, timeZone);
  if (day === dayOf(now, timeZone)) return 'today';
  return day <= dayOf(now, timeZone, 7) ? 'week' : 'later';
}

/** As JSON Patch. It is made only as long as the work order stands where it was seen to stand, and over nothing but what was seen. */
export function movePatch(seen: RecordFields, to: string, fields: RecordFields = {}): Operation[] {
  const tests = ['Status', ...Object.keys(fields)].map(
    (name): Operation => ({ op: 'test', path: `/${name}`, value: seen[name] ?? null }),
  );
  // Nothing is listed here that is deleted.
  return [{ op: 'test', path: '/Deleted', value: false }, ...tests, ...patchOfMove(to, fields)];
}
