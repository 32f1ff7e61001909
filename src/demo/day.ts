/**
 * Simulates a working day in a demo firm. Loaded records have no history, so some work orders pass through several
 * changes. A course is the sequence of changes to one work order.
 */
import type { RecordFields } from '../records/store.ts';
import { DAY, HOUR, MINUTE, timestamp } from './calendar.ts';

/** Change to a work order, by the worker assigned to it or by a lead. */
export interface DayStep {
  readonly by: 'worker' | 'lead';
  readonly set: RecordFields;
  /** New status of the asset of the work order. */
  readonly asset?: 'Down' | 'Operational';
}

/** Returns the list query for the work orders of the day. */
export function ordersOfToday(now: number): string {
  const older = `CreatedOn=${timestamp(now - DAY)}+lt&extFilter=true`;
  return `Status=Open&AssignedEmployeeID=null+ne&AssetID=null+ne&${older}&orderby=ID+Desc&take=24`;
}

/** Returns the courses, which the work orders of the day take in rotation. */
export function coursesOfToday(now: number): readonly (readonly DayStep[])[] {
  return [
    [begins(95), completes(90, 'Done and tried out twice. Nothing else found.')],
    [gives({ Priority: 'High' }), begins(40)],
    [{ ...begins(70), asset: 'Down' }, holds('Waiting for a part, ordered today.')],
    [gives({ DueOn: timestamp(now + 2 * DAY) })],
    [
      { ...begins(130), asset: 'Down' },
      holds('No access: nobody opened.'),
      { by: 'worker', set: { Status: 'InProgress', HoldReason: null } },
      { ...completes(75, 'Second visit. Works again.'), asset: 'Operational' },
    ],
    [gives({ DueOn: timestamp(now + 8 * HOUR), Priority: 'Urgent' }), begins(15)],
  ];

  function begins(minutes: number): DayStep {
    return { by: 'worker', set: { Status: 'InProgress', StartedOn: timestamp(now - minutes * MINUTE) } };
  }
}

function holds(HoldReason: string): DayStep {
  return { by: 'worker', set: { Status: 'OnHold', HoldReason } };
}

function completes(LabourMinutes: number, CompletionNotes: string): DayStep {
  return { by: 'worker', set: { Status: 'Completed', LabourMinutes, CompletionNotes } };
}

function gives(set: RecordFields): DayStep {
  return { by: 'lead', set };
}
