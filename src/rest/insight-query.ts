/** The queries of what can be known about subscriptions: how many hours, and which events. */
import type { Caller } from '../accounts/caller.ts';
import { mayRead } from '../accounts/permissions.ts';
import { type Action, findRecordType, type RecordType, recordTypes } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import { didYouMean, fault, invalidQuery, quoted } from '../records/list/faults.ts';
import { parseQuery } from '../records/list/query.ts';

/** `?hours=24`. */
export function readHours(query: string, otherwise: number, most: number): number | Problem {
  const given = readParameters(query, ['hours']);
  if (given instanceof Problem) return given;
  const value = given.get('hours');
  if (value === undefined) return otherwise;
  const hours = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return hours >= 1 && hours <= most ? hours : refused('hours', `Write a whole number from 1 to ${most}.`);
}

export interface EventAsked {
  readonly type: RecordType;
  readonly action: Action;
}

/** `?entityType=Tasks&action=Completed`. */
export function readEventAsked(query: string, caller: Caller): EventAsked | Problem {
  const given = readParameters(query, ['entityType', 'action']);
  if (given instanceof Problem) return given;
  const name = given.get('entityType') ?? '';
  const type = findRecordType(name);
  if (type === undefined || type.events.length === 0) {
    const names = recordTypes.filter(({ events }) => events.length > 0).map((one) => one.name);
    return refused('entityType', `Write one of ${names.join(', ')}.${didYouMean(name, names)}`);
  }
  const forbidden = mayRead(caller, type.name);
  if (forbidden !== undefined) return forbidden;
  const sought = given.get('action') ?? '';
  const action = type.events.find((event) => event.toLowerCase() === sought.toLowerCase());
  if (action !== undefined) return { type, action };
  return refused('action', `Write one of ${type.events.join(', ')}.${didYouMean(sought, type.events)}`);
}

/** Names without regard to case; each once. */
function readParameters(query: string, known: readonly string[]): Map<string, string> | Problem {
  const given = parseQuery(query);
  if (given instanceof Problem) return given;
  const values = new Map<string, string>();
  for (const { name, value } of given) {
    const parameter = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (parameter === undefined) {
      return refused(name, `There is no parameter ${quoted(name)} here.${didYouMean(name, known)}`);
    }
    if (values.has(parameter)) return refused(parameter, `Given several times. Give ${parameter} once.`);
    values.set(parameter, value);
  }
  return values;
}

function refused(parameter: string, message: string): Problem {
  return invalidQuery([fault(parameter, message)]);
}
