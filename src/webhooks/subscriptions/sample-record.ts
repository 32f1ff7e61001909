/**
 * Sample record that a Test delivers: invented, and shaped like any other of its type. Its ID is the highest possible,
 * which no record ever gets, so that a receiver that stores it overwrites none of its own records.
 */
import {
  type Action,
  type Field,
  fieldsOf,
  type RecordType,
  type RecordTypeName,
  recordType,
} from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';

export const SAMPLE_RECORD_ID = Number.MAX_SAFE_INTEGER;

/**
 * Highest ID of a real record. Higher numbers represent Tests in the order of deliveries: the highest number minus that
 * of the delivery. So each Test has another one, and waits neither for an earlier Test nor for a resent delivery.
 */
export const MAX_REAL_RECORD_ID = 2 ** 52;

/** True if the number represents a Test or a resent delivery. */
export function isSampleRecord(record: number): boolean {
  return record > MAX_REAL_RECORD_ID;
}

export interface SampleRecord {
  readonly text: string;
  readonly submitter: string;
  /**
   * Record of a real event that is sent as a test; `processedOn` and `change` are its time and its position in the
   * account's log.
   */
  readonly recordID?: number;
  readonly processedOn?: number | undefined;
  readonly change?: string | undefined;
  /** W3C trace of the request that requested the test. */
  readonly traceparent?: string | undefined;
}

/** Creates a record in the state that the action leads to: a test of `Completed` delivers a completed one. */
export function createSampleRecord(name: RecordTypeName, action: Action, submitter: string, now: number): SampleRecord {
  const type = recordType(name);
  const fields: { [field: string]: Json } = {};
  for (const [field, declaration] of Object.entries(fieldsOf(type))) fields[field] = plainValue(declaration, now);
  Object.assign(fields, {
    ID: SAMPLE_RECORD_ID,
    CreatedBy: submitter,
    UpdatedBy: submitter,
    ...(type.fields.Name && { Name: `Test delivery: a ${type.singular} that does not exist` }),
    ...(type.numbered && { Number: `${type.numbered}-000000` }),
    ...stateAfter(type, action, now),
  });
  return { text: JSON.stringify(fields), submitter };
}

/** Actions are named after the states they lead to. */
function stateAfter({ fields, states }: RecordType, action: Action, now: number): { [field: string]: Json } {
  if (states === undefined || !(action in states.moves)) return {};
  const stamp = states.stamps[action]?.field;
  const moment = formatTimestamp(now);
  if (stamp === undefined) return { Status: action };
  return { Status: action, [stamp]: fields[stamp]?.kind === 'date' ? moment.slice(0, 10) : moment };
}

/** Returns the value that a field of a new record has by default. */
function plainValue(field: Field, now: number): Json {
  if (field.kind === 'object') return {};
  if (field.kind === 'list') return [];
  if ('default' in field) return field.default;
  if (field.nullable) return null;
  switch (field.kind) {
    case 'text':
      return field.format === 'email' ? 'test@example.com' : 'Test';
    case 'int':
    case 'decimal':
      return 0;
    case 'boolean':
      return false;
    case 'enum':
      return field.values[0]!;
    case 'timestamp':
      return formatTimestamp(now);
    case 'date':
      return formatTimestamp(now).slice(0, 10);
    case 'reference':
      return SAMPLE_RECORD_ID;
  }
}
