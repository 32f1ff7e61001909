/** Time window and filters of Home, in the page address and in the service query. */
import { timeFormat } from '../parts/formats.ts';

export const dayOptions = [30, 90, 365] as const;
export const graceDayOptions = [0, 1, 3, 7] as const;
export const workOrderTypes = ['Reactive', 'Preventive', 'Inspection', 'Project', 'Other'] as const;

export interface FigureFilters {
  readonly BoardID: string | undefined;
  readonly LocationID: string | undefined;
  readonly Type: string | undefined;
}

export interface FigureWindow extends FigureFilters {
  readonly days: number;
  readonly grace: number;
}

const DEFAULT_DAYS = 90;

/** Parses the window from the address. Ignores invalid values. */
export function parseFigureWindow(search: Readonly<Record<string, unknown>>): FigureWindow {
  const text = (name: string) => (typeof search[name] === 'string' ? (search[name] as string) : undefined);
  const id = (name: string) => (/^[1-9]\d{0,15}$/.test(text(name) ?? '') ? text(name) : undefined);
  const days = Number(text('ui.days'));
  const grace = Number(text('ui.grace') ?? 0);
  const type = text('Type');
  return {
    days: dayOptions.some((span) => span === days) ? days : DEFAULT_DAYS,
    grace: graceDayOptions.some((one) => one === grace) ? grace : 0,
    BoardID: id('BoardID'),
    LocationID: id('LocationID'),
    Type: workOrderTypes.some((one) => one === type) ? type : undefined,
  };
}

export const hourOptions = [24, 168, 720] as const;

/** Parses the time window of the connections page, in hours. */
export function parseHours(search: Readonly<Record<string, unknown>>): number {
  return hourOptions.find((hours) => String(hours) === search['ui.hours']) ?? hourOptions[0];
}

/** The query of Home itself: what is as it begins is left out. */
export function stringifyFigureWindow({ days, grace, ...filters }: FigureWindow): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (days !== DEFAULT_DAYS) query.set('ui.days', String(days));
  if (grace !== 0) query.set('ui.grace', String(grace));
  return query.toString();
}

/** The last so many days in the person's zone, today included; the same all day, so that the service counts once for everybody. */
export function stringifyFiguresQuery(
  { days, grace, ...filters }: FigureWindow,
  timeZone: string,
  now: number,
): string {
  const query = new URLSearchParams({
    from: localDayOf(now, timeZone, 1 - days),
    to: localDayOf(now, timeZone, 1),
    tz: timeZone,
  });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (grace !== 0) query.set('grace', String(grace));
  return query.toString();
}

/** `2026-11-16`, so many days from today. */
export function localDayOf(now: number, timeZone: string, daysLater = 0): string {
  const today = timeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + daysLater)).toISOString().slice(0, 10);
}
