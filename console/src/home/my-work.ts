/** Work orders assigned to the user, by due date, with their usual next moves. */
import type { RecordPointer } from '../records/data/names.ts';
import type { RecordFields } from '../records/description.ts';
import type { JsonPatchOperation } from '../records/record/patch.ts';
import { createMovePatch } from '../records/record/patch-of-move.ts';
import { localDayOf } from './window.ts';

export interface AssignedWorkOrder {
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

/** Returns references to the asset and location of a work order. */
export function workOrderReferences({ AssetID, LocationID }: AssignedWorkOrder): readonly RecordPointer[] {
  return [
    ...(AssetID === null ? [] : [{ type: 'Assets', id: AssetID }]),
    ...(LocationID === null ? [] : [{ type: 'Locations', id: LocationID }]),
  ];
}

export type WorkOrderMove = 'InProgress' | 'OnHold' | 'Completed';

/** The usual next one first. */
export const nextMoves: Readonly<Record<AssignedWorkOrder['Status'], readonly WorkOrderMove[]>> = {
  Open: ['InProgress', 'Completed'],
  InProgress: ['Completed', 'OnHold'],
  OnHold: ['InProgress', 'Completed'],
};

export type DueGroup = 'late' | 'today' | 'week' | 'later';
export const dueGroups: readonly DueGroup[] = ['late', 'today', 'week', 'later'];

/** Days are those of the person's zone. */
export function dueGroupOf({ DueOn }: Pick<AssignedWorkOrder, 'DueOn'>, now: number, timeZone: string): DueGroup {
  if (DueOn === null) return 'later';
  const due = Date.parse(DueOn);
  if (due < now) return 'late';
  const day = localDayOf(due, timeZone);
  if (day === localDayOf(now, timeZone)) return 'today';
  return day <= localDayOf(now, timeZone, 7) ? 'week' : 'later';
}

/**
 * Returns the JSON Patch of a move. It applies only if the status and the changed fields still have the values that the
 * user saw.
 */
export function createWorkOrderMovePatch(
  seen: RecordFields,
  to: string,
  fields: RecordFields = {},
): JsonPatchOperation[] {
  const tests = ['Status', ...Object.keys(fields)].map(
    (name): JsonPatchOperation => ({ op: 'test', path: `/${name}`, value: seen[name] ?? null }),
  );
  // The list contains no deleted work orders.
  return [{ op: 'test', path: '/Deleted', value: false }, ...tests, ...createMovePatch(to, fields)];
}
