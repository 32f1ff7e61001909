/**
 * The record that a Test delivers: made up, and shaped like any other of its type. Its ID is the highest there can be, which
 * no record ever gets, so that a receiver that stores what arrives overwrites nothing of its own.
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
 * The record that each Test stands for in the order of deliveries: the highest number less that of its delivery. So it is
 * another one each time, and a Test waits neither for one before it nor for one that is sent again. No record comes as far as here.
 */
export const MAX_REAL_RECORD_ID = 2 ** 52;

/** Whether it stands for a Test, or for one that is sent again. */
export function isSampleRecord(record: number): boolean {
  return record > MAX_REAL_RECORD_ID;
}

export interface SampleRecord {
  readonly text: string;
  readonly submitter: string;
  /** Of a real event that is sent as a test: its record, when it happened, and its place in the log of the account. */
  readonly recordID?: number;
  readonly processedOn?: number | undefined;
  readonly change?: string | undefined;
  /** The W3C trace of the request that asked for it. */
  readonly traceparent?: string | undefined;
}

/** As the action leaves a record: a test of `Completed` delivers one that is completed. */
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

/** What a new record has where nobody says anything. */
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
