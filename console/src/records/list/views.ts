/** Built-in views. A view is only a query, so that using one means opening a link. */
import { NEWEST_FIRST } from '../address.ts';

export interface ListView {
  readonly name: string;
  readonly query: string;
}

const UNFINISHED_QUERY = 'Status=Open&Status=InProgress&Status=OnHold';

/** Built-in views by record type. */
export const builtInViews: Readonly<Record<string, readonly ListView[]>> = {
  WorkOrders: [
    { name: 'All', query: NEWEST_FIRST },
    { name: 'Mine', query: `${UNFINISHED_QUERY}&AssignedEmployeeID=@me&orderby=DueOn` },
    { name: 'Overdue', query: `${UNFINISHED_QUERY}&DueOn=@now+lt&extFilter=true&orderby=DueOn` },
    {
      name: 'Due this week',
      query: `${UNFINISHED_QUERY}&DueOn=@today+ge&DueOn=@today%2B7d+lt&extFilter=true&orderby=DueOn`,
    },
    { name: 'Unassigned', query: `${UNFINISHED_QUERY}&AssignedEmployeeID=null&orderby=Priority+Desc` },
    { name: 'On hold', query: 'Status=OnHold&orderby=UpdatedOn' },
    {
      name: 'Completed last 30 days',
      query: 'Status=Completed&CompletedOn=@today-30d+ge&extFilter=true&orderby=CompletedOn+Desc',
    },
  ],
};

export function viewsOf(type: string): readonly ListView[] {
  return builtInViews[type] ?? [];
}
