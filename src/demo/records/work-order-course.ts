/** Computes when a work order was due, in progress and completed. No time is before its creation or after now. */
import { DAY, HOUR, inWorkingHours, MINUTE } from '../calendar.ts';
import type { Dice } from '../dice.ts';

export type WorkOrderState = 'Open' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';

export interface WorkOrderPlan {
  readonly createdOn: number;
  readonly state: WorkOrderState;
  /** Labour in minutes. */
  readonly labour: number;
  readonly urgent: boolean;
  /** Number of days until the work is due. */
  readonly days: number;
}

const MAX_VISIT = 420;

export function courseOf(now: number, dice: Dice, plan: WorkOrderPlan) {
  const { createdOn, state, labour, urgent, days } = plan;
  const since = now - createdOn;
  const due = createdOn + Math.floor(days * DAY);
  const dueOn = dice.chance(0.93) ? (days < 1 ? due : due - (due % DAY) + 17 * HOUR) : null;
  const idle = { dueOn, startedOn: null, visitedOn: null, completedOn: null, cancelledOn: null, labourMinutes: 0 };
  const delay = Math.floor(days * (0.1 + 1.1 * dice.share()) * DAY);
  const open = (moment: number, latest: number) => (urgent ? moment : inWorkingHours(moment, latest));
  const touchedOn = open(createdOn + Math.floor(since * dice.share()), now);

  switch (state) {
    case 'Open':
      return { ...idle, updatedOn: dice.chance(0.6) ? createdOn : touchedOn };
    case 'InProgress': {
      const spent = Math.min(labour, minutes(now - touchedOn));
      return { ...idle, startedOn: touchedOn, updatedOn: touchedOn, labourMinutes: spent };
    }
    case 'OnHold': {
      const began = open(createdOn + Math.floor((touchedOn - createdOn) * dice.share()), touchedOn);
      const startedOn = dice.chance(0.6) ? began : null;
      const spent = startedOn === null ? 0 : Math.min(labour, minutes(touchedOn - startedOn));
      return { ...idle, startedOn, updatedOn: touchedOn, labourMinutes: spent };
    }
    case 'Cancelled': {
      const cancelledOn = open(createdOn + Math.min(delay, Math.floor(since * 0.9)), now);
      return { ...idle, cancelledOn, updatedOn: cancelledOn };
    }
    case 'Completed': {
      const visit = Math.min(labour, MAX_VISIT, minutes(since)) * MINUTE;
      const latest = now - visit;
      const visitedOn = open(createdOn + Math.min(delay, Math.floor((latest - createdOn) * 0.9)), latest);
      const completedOn = visitedOn + visit;
      // Longer work, and sometimes other work too, needs an earlier work session.
      const twice = labour > MAX_VISIT || dice.chance(0.15);
      const before = open(createdOn + Math.floor((visitedOn - createdOn) * dice.share()), visitedOn);
      const startedOn = twice ? before : visitedOn;
      const updatedOn = dice.chance(0.2) ? Math.min(now, completedOn + dice.between(1, 40) * HOUR) : completedOn;
      return { ...idle, startedOn, visitedOn, completedOn, updatedOn, labourMinutes: twice ? labour : visit / MINUTE };
    }
  }
}

function minutes(span: number): number {
  return Math.floor(span / MINUTE);
}
