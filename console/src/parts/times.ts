/** Formats times in the time zone and language of the user record, or else of the browser. */
import { createContext, useContext } from 'react';
import { words } from '../words/shell.ts';
import { relativeFormat, timeFormat } from './formats.ts';

export interface TimeSettings {
  readonly timeZone: string;
  readonly locale: string;
}

const ofBrowser = Intl.DateTimeFormat().resolvedOptions();

export const TimeSettingsContext = createContext<TimeSettings>({
  timeZone: ofBrowser.timeZone,
  locale: ofBrowser.locale,
});

export function useTimeSettings(): TimeSettings {
  return useContext(TimeSettingsContext);
}

/** Returns the user's time settings; the browser may not support the ones in the user record. */
export function resolveTimeSettings({
  timeZone,
  locale,
}: {
  timeZone: string | null;
  locale: string | null;
}): TimeSettings {
  return {
    timeZone: timeZone !== null && isZone(timeZone) ? timeZone : ofBrowser.timeZone,
    locale: locale !== null && isLocale(locale) ? locale : ofBrowser.locale,
  };
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** Formats an instant. An invalid value, for example from a typed address, is returned unchanged. */
export function formatInstant(at: string, { timeZone, locale }: TimeSettings): string {
  if (Number.isNaN(Date.parse(at))) return at;
  return timeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));
}

/** Formats every instant in a sentence of the service, to the second. */
export function localizeInstants(sentence: string, { timeZone, locale }: TimeSettings): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (at) =>
    timeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(at)),
  );
}

export function formatDay(at: string, { timeZone, locale }: TimeSettings): string {
  return timeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));
}

/** Formats an instant from the service, which is in UTC. */
export function formatUtc(at: string): string {
  return `${at.replace('T', ' ').slice(0, 19)} UTC`;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 minutes ago", "in 2 days"; under a minute "just now". */
export function formatRelative(at: string, now: number, locale: string): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined) return seconds > 5 ? 'in under a minute' : 'just now';
  const [unit, length] = found;
  return relativeFormat(locale).format(Math.trunc(seconds / length), unit);
}

const FINISHED_STATES = new Set(['Completed', 'Cancelled', 'Submitted', 'Dismissed']);

/** "3 d late", said alike wherever it is shown. */
export function formatLateness(
  { Status }: { readonly Status?: unknown },
  due: string,
  now: number,
): string | undefined {
  if (typeof Status !== 'string' || FINISHED_STATES.has(Status)) return undefined;
  const late = now - Date.parse(due);
  if (!(late > 0)) return undefined;
  return words.late(Math.floor(late / 86_400_000), Math.floor(late / 3_600_000));
}
