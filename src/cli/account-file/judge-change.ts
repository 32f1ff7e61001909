/** Validates a change of the log against what the service would have written. */
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { readKept } from '../../records/kept-record.ts';
import { authorKinds } from '../../records/store.ts';
import { contentHash, MAX_RECORD_BYTES } from '../../records/writes/change.ts';
import { parseActions } from '../../storage/records/log/change-rows.ts';
import type { RowValue } from '../../storage/transfer/account-rows.ts';
import { addMissingFields } from '../../storage/upkeep/missing-fields.ts';
import { filterValueOf } from '../../webhooks/subscriptions/subscription-filter.ts';
import { IdSet, numbersIn } from './id-set.ts';
import type { AccountFileState } from './judge.ts';
import {
  HASH,
  isAddress,
  isID,
  isLonger,
  isName,
  isObject,
  isTime,
  jsonOf,
  type Row,
  TRACE,
  typeOf,
} from './row-values.ts';

export function faultOfChange(row: Row, known: AccountFileState): string | undefined {
  const { seq, type: name, record_id, version, committed_on, content_hash, traceparent, before, text } = row;
  const type = typeOf(name);
  if (type === undefined) return `is about a record type that does not exist: ${name}`;
  if (!isID(seq)) return 'has no number';
  if (!isID(record_id) || !isID(version)) return 'is about no version of a record';
  if (!isTime(committed_on)) return 'has a time that cannot be';
  const fault = faultOfAuthor(row) ?? faultOfEvents(type, row) ?? faultOfText(type, row);
  if (fault !== undefined) return fault;
  if (content_hash !== null && !HASH.test(content_hash as string)) return 'has a hash that is none';
  if (traceparent !== null && !TRACE.test(traceparent as string)) return 'has a traceparent that is none';
  if (before !== null && !isDelta(type, before)) return 'has values before that are none of its fields';
  if (before === null && text === null && version !== 1) return 'says nothing of what has changed';
  const ofLog = faultOfPlace(type.name, row, known);
  if (ofLog !== undefined) return ofLog;
  const ids = known.changes.get(type.name) ?? new IdSet();
  known.changes.set(type.name, ids);
  return ids.add(seq as number) ? undefined : `${seq} is there twice`;
}

/** Checks that the record of the change exists and that its version is not newer than the record itself. */
function faultOfPlace(
  type: string,
  { record_id, version, by_kind, by_id }: Row,
  known: AccountFileState,
): string | undefined {
  const [id, made] = [record_id as number, version as number];
  const kept = numbersIn(known.records, type).get(id);
  if (kept === 0) return `is of ${type} ${id}, which does not exist`;
  if (made > kept) return `is about version ${made} of ${type} ${id}, which has come to ${kept}`;
  const newest = numbersIn(known.logged, type);
  if (made <= newest.get(id)) return undefined;
  newest.set(id, made);
  // The first release stored only changes with events, and without their author.
  if (by_kind === 'integration' && by_id === null) numbersIn(known.loggedBefore, type).set(id, made);
  return undefined;
}

function faultOfAuthor({ by_kind, by_id, by_name, submitter, approved_by }: Row): string | undefined {
  if (!authorKinds.includes(by_kind as never)) return `was made by nobody that there is: ${by_kind}`;
  if (by_id !== null && !isName(by_id)) return 'was made by somebody with an id that is none';
  // A person without a name is named by the e-mail address.
  if (isLonger(by_name, 254)) return 'was made by somebody whose name is too long';
  if (!isAddress(submitter)) return 'has a submitter who is no e-mail address';
  const isApproved = approved_by === null || (isObject(jsonOf(approved_by)) && !isLonger(approved_by, 2_000));
  return isApproved ? undefined : 'was approved by somebody who is nobody';
}

function faultOfEvents(type: RecordType, { events, content_hash, filter_value }: Row): string | undefined {
  const actions = parseActions(events as string);
  const unknown = actions.find((action, n) => !type.events.includes(action) || actions.indexOf(action) !== n);
  if (unknown !== undefined) return `has an event that is none of ${type.name}, or twice: ${unknown}`;
  if (actions.length > 0 && content_hash === null) return 'has events but no hash of what they tell';
  return filter_value === null || isID(filter_value) ? undefined : `has the filter value ${filter_value}`;
}

/** Checks the text of a change. Texts keep the fields of their time: they may lack fields that were added later. */
function faultOfText(
  type: RecordType,
  { record_id, version, text, content_hash, filter_value }: Row,
): string | undefined {
  if (text === null) return undefined;
  const record = recordOf(type.name, record_id, version, completedIfPossible(type, text as string));
  if (typeof record === 'string') return record;
  const value = filterValueOf(type, record.fields);
  if (filter_value !== value) return `has the filter value ${filter_value}; its record says ${value}`;
  const isHash = content_hash === null || content_hash === contentHash(text as string);
  return isHash ? undefined : 'has a hash that is not that of its record';
}

function completedIfPossible(type: RecordType, text: string): string {
  try {
    return addMissingFields(type, text)?.text ?? text;
  } catch {
    return text;
  }
}

function isDelta(type: RecordType, before: RowValue | undefined): boolean {
  const values = jsonOf(before);
  if (!isObject(values) || isLonger(before, 2 * MAX_RECORD_BYTES)) return false;
  return Object.entries(values as JsonObject).every(([name, value]) =>
    // The empty name lists the fields that the previous version did not have.
    name === ''
      ? Array.isArray(value) && value.every((field) => typeof field === 'string')
      : Object.hasOwn(fieldsOf(type), name),
  );
}

/** Returns the record that a row refers to and contains, or the fault of the row. */
export function recordOf(
  type: RowValue | undefined,
  id: RowValue | undefined,
  version: RowValue | undefined,
  text: RowValue | undefined,
) {
  const known = typeOf(type);
  if (known === undefined) return `is about a record type that does not exist: ${type}`;
  if (!isID(version)) return 'has a version that is not a whole number from 1';
  const kept = readKept(known, text as string);
  if ('fault' in kept) return `has a record that ${kept.fault}`;
  return kept.fields.ID === id
    ? { type: known, fields: kept.fields }
    : `is about record ${id}, but holds ${kept.fields.ID}`;
}
