/**
 * What goes on in a made-up firm once its records are there: records that were loaded have no history, so some of them go through something.
 * A course is what one work order goes through, step by step.
 */
import type { RecordFields } from '../records/store.ts';
import { DAY, HOUR, MINUTE, timestamp } from './calendar.ts';

/** What somebody does: whoever has the work, or whoever gives it out. */
export interface DayStep {
  readonly by: 'worker' | 'lead';
  readonly set: RecordFields;
  /** How the asset of the work order stands from then on. */
  readonly asset?: 'Down' | 'Operational';
}

/** What is worked on, as the query of a list. */
export function ordersOfToday(now: number): string {
  const older = `CreatedOn=${timestamp(now - DAY)}+lt&extFilter=true`;
  return `Status=Open&AssignedEmployeeID=null+ne&AssetID=null+ne&${older}&orderby=ID+Desc&take=24`;
}

/** One for each of them, in turn. */
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
