/** What a record's history is asked: a list like every other, of its changes, the newest first. */
import { type Field, fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, quoted } from '../list/faults.ts';
import { planList } from '../list/planning.ts';
import { decode, split } from '../list/query.ts';
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
  const parts = query.split('&').filter((part) => part !== '');
  const [fields, others] = [parts.filter(isField), parts.filter((part) => !isField(part))];
  const listing = planList(listableHistory, others.join('&'));
  if (listing instanceof Problem) return listing;
  const changedFields: string[] = [];
  for (const part of fields) {
    const name = decode(split(part)[1]);
    const found = typeof name === 'string' ? nameOf(type, name) : undefined;
    if (found === undefined) {
      const given = typeof name === 'string' ? name : '';
      const known = didYouMean(given, Object.keys(fieldsOf(type)));
      return invalidQuery([fault('field', `There is no field ${quoted(given)} in ${type.name}.${known}`)]);
    }
    changedFields.push(found);
  }
  return { ...listing, changedFields };
}

function isField(part: string): boolean {
  const name = decode(split(part)[0]);
  return typeof name === 'string' && name.toLowerCase() === 'field';
}

function nameOf(type: RecordType, name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.keys(fieldsOf(type)).find((field) => field.toLowerCase() === lower);
}
