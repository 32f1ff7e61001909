/** The queries of what can be known about subscriptions: how many hours, and which events. */
import type { Caller } from '../../accounts/caller.ts';
import { mayRead } from '../../accounts/permissions.ts';
import { type Action, findRecordType, type RecordType, recordTypes } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import { didYouMean } from '../../records/lists/faults.ts';
import { readParameters, refusedParameter } from '../../records/lists/parameters.ts';

/** `?hours=24`. */
export function readHours(query: string, otherwise: number, most: number): number | Problem {
  const given = readParameters(query, ['hours']);
  if (given instanceof Problem) return given;
  const value = given.get('hours');
  if (value === undefined) return otherwise;
  const hours = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return hours >= 1 && hours <= most ? hours : refusedParameter('hours', `Write a whole number from 1 to ${most}.`);
}

export interface EventParameters {
  readonly type: RecordType;
  readonly action: Action;
}

/** `?entityType=Tasks&action=Completed`. */
export function readEventParameters(query: string, caller: Caller): EventParameters | Problem {
  const given = readParameters(query, ['entityType', 'action']);
  if (given instanceof Problem) return given;
  const name = given.get('entityType') ?? '';
  const type = findRecordType(name);
  if (type === undefined || type.events.length === 0) {
    const names = recordTypes.filter(({ events }) => events.length > 0).map((one) => one.name);
    return refusedParameter('entityType', `Write one of ${names.join(', ')}.${didYouMean(name, names)}`);
  }
  const forbidden = mayRead(caller, type.name);
  if (forbidden !== undefined) return forbidden;
  const sought = given.get('action') ?? '';
  const action = type.events.find((event) => event.toLowerCase() === sought.toLowerCase());
  if (action !== undefined) return { type, action };
  return refusedParameter('action', `Write one of ${type.events.join(', ')}.${didYouMean(sought, type.events)}`);
}
