/** Which figures Home shows: the window and the filters as its address has them, and the query that asks for them. */
import { timeFormat } from '../parts/formats.ts';

export const spans = [30, 90, 365] as const;
export const graces = [0, 1, 3, 7] as const;
export const types = ['Reactive', 'Preventive', 'Inspection', 'Project', 'Other'] as const;

export interface Filters {
  readonly BoardID: string | undefined;
  readonly LocationID: string | undefined;
  readonly Type: string | undefined;
}

export interface Window extends Filters {
  readonly days: number;
  readonly grace: number;
}

const DEFAULT_DAYS = 90;

/** What nobody could have chosen is as if it was not there. */
export function readWindow(search: Readonly<Record<string, unknown>>): Window {
  const text = (name: string) => (typeof search[name] === 'string' ? (search[name] as string) : undefined);
  const id = (name: string) => (/^[1-9]\d{0,15}$/.test(text(name) ?? '') ? text(name) : undefined);
  const days = Number(text('ui.days'));
  const grace = Number(text('ui.grace') ?? 0);
  const type = text('Type');
  return {
    days: spans.some((span) => span === days) ? days : DEFAULT_DAYS,
    grace: graces.some((one) => one === grace) ? grace : 0,
    BoardID: id('BoardID'),
    LocationID: id('LocationID'),
    Type: types.some((one) => one === type) ? type : undefined,
  };
}

export const hourSpans = [24, 168, 720] as const;

/** Of connections: the window in hours. */
export function readHours(search: Readonly<Record<string, unknown>>): number {
  return hourSpans.find((hours) => String(hours) === search['ui.hours']) ?? hourSpans[0];
}

/** The query of Home itself: what is as it begins is left out. */
export function writeWindow({ days, grace, ...filters }: Window): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (days !== DEFAULT_DAYS) query.set('ui.days', String(days));
  if (grace !== 0) query.set('ui.grace', String(grace));
  return query.toString();
}

/** The last so many days in the person's zone, today included; the same all day, so that the service counts once for everybody. */
export function figuresQuery({ days, grace, ...filters }: Window, timeZone: string, now: number): string {
  const query = new URLSearchParams({
    from: dayOf(now, timeZone, 1 - days),
    to: dayOf(now, timeZone, 1),
    tz: timeZone,
  });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (grace !== 0) query.set('grace', String(grace));
  return query.toString();
}

/** `2026-11-16`, so many days from today. */
export function dayOf(now: number, timeZone: string, daysLater = 0): string {
  const today = timeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + daysLater)).toISOString().slice(0, 10);
}
