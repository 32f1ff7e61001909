/** Parses the query of an analytics request: window, time zone, work order filters and figure names. */
import { type EnumField, fieldsOf, recordType } from '../catalogue/index.ts';
import { formatTimestamp, parseDate, parseTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { didYouMean } from '../records/lists/faults.ts';
import { readParameters, refusedParameter } from '../records/lists/parameters.ts';
import { parseRecordID } from '../records/read.ts';
import type { Span, WorkOrderScope } from './store.ts';
import { knownZone, localDay, startOfDay } from './weeks.ts';

export interface MaintenanceParameters<Name extends string> {
  readonly span: Span;
  readonly timeZone: string;
  readonly counted: WorkOrderScope;
  readonly graceDays: number;
  readonly of: readonly Name[];
}

const graces = ['0', '1', '3', '7'];
const DEFAULT_DAYS = 90;
/** Limits the window to ten years; a figure over more weeks is of no use. */
const MAX_DAYS = 3_653;
const DAY = 86_400_000;

/** `from` and `to` are instants, or days in the zone; `to` is the first that is no longer in the window. */
export function readMaintenanceAsked<Name extends string>(
  query: string,
  names: readonly Name[],
  now: number,
): MaintenanceParameters<Name> | Problem {
  const given = readParameters(query, ['from', 'to', 'tz', 'BoardID', 'LocationID', 'Type', 'grace', 'of']);
  if (given instanceof Problem) return given;
  const timeZone = knownZone(given.get('tz') ?? 'UTC');
  if (timeZone === undefined) return refusedParameter('tz', 'Write a time zone, such as Europe/Berlin.');
  const span = readSpan(given, timeZone, now);
  if (span instanceof Problem) return span;
  const counted = readCounted(given);
  if (counted instanceof Problem) return counted;
  const grace = given.get('grace') ?? '0';
  if (!graces.includes(grace)) return refusedParameter('grace', `Write one of ${graces.join(', ')}: days.`);
  const of = readNames(given.get('of'), names);
  return of instanceof Problem ? of : { span, timeZone, counted, graceDays: Number(grace), of };
}

function readSpan(given: ReadonlyMap<string, string>, timeZone: string, now: number): Span | Problem {
  const today = localDay(now, timeZone);
  const otherwise = {
    from: startOfDay({ ...today, day: today.day - DEFAULT_DAYS + 1 }, timeZone),
    to: startOfDay({ ...today, day: today.day + 1 }, timeZone),
  };
  const span: { from: number; to: number } = otherwise;
  for (const name of ['from', 'to'] as const) {
    const text = given.get(name);
    if (text === undefined) continue;
    const time = readTime(text, timeZone);
    if (time === undefined) return refusedParameter(name, 'Write a day, as 2026-01-31, or a timestamp.');
    span[name] = time;
  }
  if (span.to <= span.from) return refusedParameter('to', `Write a time after ${formatTimestamp(span.from)}.`);
  if (span.to - span.from > MAX_DAYS * DAY) return refusedParameter('from', 'The window is longer than ten years.');
  return span;
}

export function readTime(text: string, timeZone: string): number | undefined {
  const date = parseDate(text);
  if (date === undefined) return parseTimestamp(text);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  // Years below 100 are none that anything was maintained in, and `Date.UTC` takes them for others.
  return year < 1000 ? undefined : startOfDay({ year, month, day }, timeZone);
}

function readCounted(given: ReadonlyMap<string, string>): WorkOrderScope | Problem {
  const counted: { boardID?: number; locationID?: number; type?: string } = {};
  for (const [name, field] of [
    ['BoardID', 'boardID'],
    ['LocationID', 'locationID'],
  ] as const) {
    const text = given.get(name);
    if (text === undefined) continue;
    const id = parseRecordID(text);
    if (id === undefined) return refusedParameter(name, 'Write the ID of a record.');
    counted[field] = id;
  }
  const type = given.get('Type');
  if (type === undefined) return counted;
  const { values } = fieldsOf(recordType('WorkOrders')).Type as EnumField;
  if (!values.includes(type)) {
    return refusedParameter('Type', `Write one of ${values.join(', ')}.${didYouMean(type, values)}`);
  }
  return { ...counted, type };
}

/** Parses the list of names; without a list, returns all names. */
export function readNames<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] | Problem {
  if (text === undefined) return names;
  const asked = text.split(',');
  const stray = asked.find((one) => !names.includes(one as Name));
  if (stray === undefined) return [...new Set(asked as Name[])];
  return refusedParameter('of', `Write one of ${names.join(', ')}.${didYouMean(stray, names)}`);
}
