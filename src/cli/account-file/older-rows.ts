/**
 * Converts rows of older files. Up to format 5, a test had no record of its own. Up to format 4, a key had only one
 * previous secret. Up to format 3, the headers of subscriptions had another name, deliveries were not signed, and no
 * subscription waited for its endpoint. Up to format 2, there was no log of changes. A change then contained the whole
 * text of the record. Its events were separate rows, and the payload of a test was stored among the changes.
 */
import { findRecordType } from '../../catalogue/index.ts';
import { type Json, parseJson } from '../../lib/json.ts';
import { renameSignatureHeader } from '../../webhooks/subscriptions/custom-headers.ts';
import { SAMPLE_RECORD_ID } from '../../webhooks/subscriptions/sample-record.ts';

type Fields = Record<string, Json>;

/**
 * Converts a row to the current format. Returns 'nothing' if the current format has no such row, and undefined if the
 * row is invalid in its own format.
 */
export type Modernise = (fields: Fields, document: string | undefined) => Fields | 'nothing' | undefined;

export function createModernise(version: 1 | 2 | 3 | 4 | 5): Modernise {
  /** Samples of tests, by the number of their change. They are few and short. */
  const samples = new Map<Json, string>();

  return (fields, document) => {
    if (fields.kind === 'integrations') return { proposes_only: false, earlier_secrets: null, ...fields };
    if (version >= 4) return fields.kind === 'deliveries' ? { ...NO_SAMPLE_RECORD, ...fields } : fields;
    if (fields.kind === 'subscriptions') return subscription(fields);
    if (version === 3)
      return fields.kind === 'deliveries' ? { ...NO_RECOVERY, ...NOT_WAITING, ...NO_SAMPLE_RECORD, ...fields } : fields;
    switch (fields.kind) {
      case 'changes':
        return change(fields, document);
      case 'events':
        return has(fields, ['change_seq', 'action']) ? 'nothing' : undefined;
      case 'deliveries':
        return {
          ...fields,
          sample: samples.get(fields.change_seq ?? null) ?? null,
          ...NO_SAMPLE_RECORD,
          ...NO_RECOVERY,
          ...NOT_WAITING,
        };
      default:
        return fields;
    }
  };

  function change({ submitter, ...fields }: Fields, document: string | undefined): Fields | 'nothing' | undefined {
    if (typeof submitter !== 'string' || document === undefined) return undefined;
    const traceparent = version === 1 ? null : fields.traceparent;
    if (traceparent === undefined) return undefined;
    if (fields.record_id === SAMPLE_RECORD_ID) {
      if (typeof fields.seq !== 'number') return undefined;
      samples.set(fields.seq, JSON.stringify({ text: document, submitter, traceparent }));
      return 'nothing';
    }
    const author = { by_kind: 'integration', by_id: null, by_name: null, submitter, approved_by: null };
    return { ...fields, ...author, events: eventsOf(fields), traceparent, before: null };
  }
}

/**
 * Converts a subscription. Headers that cannot be parsed stay unchanged, so that validation rejects them with the
 * reason.
 */
function subscription({ headers, ...fields }: Fields): Fields | undefined {
  if (typeof headers !== 'string') return undefined;
  const parsed = parseJson(headers);
  const renamed = parsed.ok && isObject(parsed.value) ? renameSignatureHeader(parsed.value)?.headers : undefined;
  const kept = renamed ? JSON.stringify(renamed) : headers;
  return { include_own: true, ...fields, sealed_headers: kept, signing_secrets: null, ...NO_PATIENCE };
}

const NO_PATIENCE = {
  patience_ms: null,
  down_since: null,
  down_tries: 0,
  down_record: null,
  next_try_on: null,
  refused_in_a_row: 0,
};
const NOT_WAITING = { waiting_since: null };
const NO_SAMPLE_RECORD = { sample_record_id: null };

function isObject(value: Json): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NO_RECOVERY = { recovery: null, uncounted: false };

/**
 * Returns the Created or Updated event of a change. The states that the record entered are in later rows, so they are
 * not known here.
 */
function eventsOf({ type, version }: Fields): string {
  const action = version === 1 ? 'Created' : 'Updated';
  return findRecordType(String(type))?.events.includes(action) ? action : '';
}

function has(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).length === names.length + 1 && names.every((name) => fields[name] !== undefined);
}
