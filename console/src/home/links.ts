/**
 * The list behind every number: exactly the query that gives it. What was open at a past time, and what was on time or late, no list can ask;
 * those numbers have none.
 */
import type { DowntimeStatus, OverdueAge } from './figures.ts';
import type { FigureFilters } from './window.ts';

/** Values of one name are alternatives, compared ones (`2026-01-01T00:00:00.000Z lt`) must all hold. */
export type LinkCondition = readonly [field: string, value: string];

export const unfinishedConditions: readonly LinkCondition[] = [
  ['Status', 'Open'],
  ['Status', 'InProgress'],
  ['Status', 'OnHold'],
];
export const unassignedCondition: LinkCondition = ['AssignedEmployeeID', 'null'];
export const withoutDueCondition: LinkCondition = ['DueOn', 'null'];
export const plannedConditions: readonly LinkCondition[] = [
  ['Type', 'Preventive'],
  ['Type', 'Inspection'],
];

/** Conditions for times from `from` (inclusive) to `to` (exclusive). */
export function betweenConditions(field: string, from: string, to: string): LinkCondition[] {
  return [
    [field, `${from} ge`],
    [field, `${to} lt`],
  ];
}

/** Late when the list is opened, not when the figure was counted: a link that is kept stays true. */
export function late({ moreThanDays, lessThanDays }: Partial<OverdueAge> = {}): LinkCondition[] {
  const ago = (days: number) => (days === 0 ? '@now' : `@now-${days}d`);
  return [
    ...(typeof lessThanDays === 'number' ? [['DueOn', `${ago(lessThanDays)} ge`] as const] : []),
    ['DueOn', `${ago(moreThanDays ?? 0)} lt`],
  ];
}

/** Preventive ones that were due in the span and are not cancelled. */
export function preventiveDueConditions(from: string, before: string): LinkCondition[] {
  return [['Type', 'Preventive'], ['Status', 'Cancelled ne'], ...betweenConditions('DueOn', from, before)];
}

/** Work orders that the filters leave, and the conditions. Undefined where the filters leave none: another type is asked for. */
export function workOrdersLink(
  account: string,
  filters: FigureFilters,
  conditions: readonly LinkCondition[],
): string | undefined {
  const { BoardID, LocationID, Type } = filters;
  const types = conditions.filter(([field]) => field === 'Type').map(([, value]) => value);
  if (Type !== undefined && types.length > 0 && !types.includes(Type)) return undefined;
  const narrowed = Type === undefined ? conditions : conditions.filter(([field]) => field !== 'Type');
  const filtering = Object.entries({ BoardID, LocationID, Type }).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return listLink(account, 'WorkOrders', [...filtering, ...narrowed]);
}

export function downAssetsLink(
  account: string,
  locationID: string | undefined,
  statuses: readonly { readonly AssetStatusID: number; readonly base: DowntimeStatus }[],
  base?: DowntimeStatus,
  criticality?: string | null,
): string | undefined {
  const ids = statuses.filter((one) => base === undefined || one.base === base);
  if (ids.length === 0) return undefined;
  return listLink(account, 'Assets', [
    ...(locationID === undefined ? [] : [['LocationID', locationID] as const]),
    ...ids.map(({ AssetStatusID }) => ['AssetStatusID', String(AssetStatusID)] as const),
    ...(criticality === undefined ? [] : [['Criticality', criticality ?? 'null'] as const]),
  ]);
}

export function listLink(account: string, type: string, conditions: readonly LinkCondition[]): string {
  const query = new URLSearchParams(conditions.map(([field, value]) => [field, value]));
  if (conditions.some(([, value]) => / (?:eq|ne|gt|ge|lt|le)$/.test(value))) query.set('extFilter', 'true');
  return `/${account}/${type}?${query}`;
}
