/** Parses a request for a record's history: a list of its changes like any other list, newest first. */
import { type Field, fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, quoted } from '../lists/faults.ts';
import { partsBeside } from '../lists/links.ts';
import { planList } from '../lists/planning.ts';
import { parseQuery } from '../lists/query.ts';
import type { HistoryListing } from './store.ts';

export const listableHistory = {
  properties: new Map<string, Field>(
    Object.entries({
      version: { kind: 'int' },
      on: { kind: 'timestamp' },
      by: { kind: 'text', max: 254 },
      events: { kind: 'list', items: {} },
      changed: { kind: 'list', items: {} },
    } satisfies Record<string, Field>),
  ),
  shown: ['change', 'type', 'id', 'version', 'on', 'by', 'events', 'changed'],
  key: 'version',
  newestFirst: true,
  deletable: false,
} as const;

/** `query` as in the request's address. `field` names fields of the record; everything else is as in every list. */
export function planHistory(type: RecordType, query: string): HistoryListing | Problem {
  // All of it: a list is only given what is not `field`, and would neither count nor read the rest.
  const given = parseQuery(query);
  if (given instanceof Problem) return given;
  const listing = planList(listableHistory, partsBeside('field', query).join('&'));
  if (listing instanceof Problem) return listing;
  const changedFields = new Set<string>();
  for (const { value } of given.filter(({ name }) => name.toLowerCase() === 'field')) {
    const found = nameOf(type, value);
    if (found === undefined) {
      const known = didYouMean(value, Object.keys(fieldsOf(type)));
      return invalidQuery([fault('field', `There is no field ${quoted(value)} in ${type.name}.${known}`)]);
    }
    changedFields.add(found);
  }
  return { ...listing, changedFields: [...changedFields] };
}

function nameOf(type: RecordType, name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.keys(fieldsOf(type)).find((field) => field.toLowerCase() === lower);
}
