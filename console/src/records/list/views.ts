/** The views that are there from the start. A view is a query and nothing else, so that using one is opening a link. */
import { NEWEST_FIRST } from '../address.ts';

export interface View {
  readonly name: string;
  readonly query: string;
}

const UNFINISHED = 'Status=Open&Status=InProgress&Status=OnHold';

/** By type. */
export const builtIn: Readonly<Record<string, readonly View[]>> = {
  WorkOrders: [
    { name: 'All', query: NEWEST_FIRST },
    { name: 'Mine', query: `${UNFINISHED}&AssignedEmployeeID=@me&orderby=DueOn` },
    { name: 'Overdue', query: `${UNFINISHED}&DueOn=@now+lt&extFilter=true&orderby=DueOn` },
    { name: 'Due this week', query: `${UNFINISHED}&DueOn=@today+ge&DueOn=@today%2B7d+lt&extFilter=true&orderby=DueOn` },
    { name: 'Unassigned', query: `${UNFINISHED}&AssignedEmployeeID=null&orderby=Priority+Desc` },
    { name: 'On hold', query: 'Status=OnHold&orderby=UpdatedOn' },
    {
      name: 'Completed last 30 days',
      query: 'Status=Completed&CompletedOn=@today-30d+ge&extFilter=true&orderby=CompletedOn+Desc',
    },
  ],
};

export function viewsOf(type: string): readonly View[] {
  return builtIn[type] ?? [];
}
