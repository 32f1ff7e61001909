/** Columns of a board and their queries. A board without columns of its own gets one per state. */
import type { RecordFields, TypeDescription } from '../description.ts';
import type { FilterChip, ListQuery } from '../list/chip.ts';

export interface BoardColumn {
  readonly name: string;
  readonly status: string;
  /** True if the column shows only recently finished records. */
  readonly isRecent: boolean;
}

/** Timestamp field that says when a record was finished, by state. */
const FINISHED_STAMPS: Readonly<Record<string, string>> = { Completed: 'CompletedOn', Cancelled: 'CancelledOn' };
const RECENT_SINCE = '@today-14d';

export function createBoardColumns(
  type: TypeDescription,
  board: RecordFields | undefined,
  label: (state: string) => string,
): BoardColumn[] {
  const states = type.fields.find(({ name }) => name === 'Status')?.values ?? [];
  const own = (board?.Columns as readonly { Name: string; Status: string }[] | undefined) ?? [];
  const known = own.filter(({ Status }) => states.includes(Status));
  const columns = known.length > 0 ? known : states.map((Status) => ({ Name: label(Status), Status }));
  return columns.map(({ Name, Status }) => ({ name: Name, status: Status, isRecent: Status in FINISHED_STAMPS }));
}

/** Returns the ID of the board that the query filters by, if it is exactly one. */
export function boardIDOfQuery({ chips }: ListQuery): number | undefined {
  const chip = chips.find((one) => one.is === 'any' && one.field === 'BoardID');
  return chip?.is === 'any' && chip.values.length === 1 && Number(chip.values[0]) > 0
    ? Number(chip.values[0])
    : undefined;
}

export function columnQuery(query: ListQuery, status: string, take: number): ListQuery {
  const others = query.chips.filter((chip) => !('field' in chip && chip.field === 'Status'));
  const stamp = FINISHED_STAMPS[status];
  const recent: FilterChip[] =
    stamp === undefined ? [] : [{ is: 'range', field: stamp, from: { value: RECENT_SINCE, inclusive: true } }];
  return {
    search: query.search,
    chips: [{ is: 'any', field: 'Status', values: [status] }, ...recent, ...others],
    order: [
      { field: 'Priority', descending: true },
      { field: 'DueOn', descending: false },
    ],
    take,
    skip: 0,
  };
}

/** Returns why a card cannot enter a column, or undefined if it can or is already there. */
export function columnBlockedReason(
  type: TypeDescription,
  from: string,
  to: string,
  label: (state: string) => string,
): string | undefined {
  if (from === to || type.states?.moves[from]?.includes(to)) return undefined;
  return `${label(from)} cannot move to ${label(to)}`;
}
