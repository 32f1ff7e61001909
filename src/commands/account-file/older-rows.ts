/**
 * Rows of files from before the log of changes was kept (formats 1 and 2). A change carried the record's whole text, its events
 * were rows of their own, and what a test delivered stood among the changes.
 */
import { findRecordType } from '../../catalogue/index.ts';
import type { Json } from '../../kernel/json.ts';
import { SAMPLE_ID } from '../../webhooks/subscriptions/sample.ts';

type Fields = Record<string, Json>;

/** A row as a file of today has it; nothing where today there is none. Undefined where it is none of its time. */
export type Modernise = (fields: Fields, document: string | undefined) => Fields | 'nothing' | undefined;

export function makeModernise(version: 1 | 2): Modernise {
  /** By the number of their change. They are few and short. */
  const samples = new Map<Json, string>();

  return (fields, document) => {
    switch (fields.kind) {
      case 'changes':
        return change(fields, document);
      case 'events':
        return has(fields, ['change_seq', 'action']) ? 'nothing' : undefined;
      case 'subscriptions':
        return { ...fields, include_own: true };
      case 'deliveries':
        return { ...fields, sample: samples.get(fields.change_seq ?? null) ?? null };
      default:
        return fields;
    }
  };

  function change({ submitter, ...fields }: Fields, document: string | undefined): Fields | 'nothing' | undefined {
    if (typeof submitter !== 'string' || document === undefined) return undefined;
    const traceparent = version === 1 ? null : fields.traceparent;
    if (traceparent === undefined) return undefined;
    if (fields.record_id === SAMPLE_ID) {
      if (typeof fields.seq !== 'number') return undefined;
      samples.set(fields.seq, JSON.stringify({ text: document, submitter, traceparent }));
      return 'nothing';
    }
    const author = { by_kind: 'integration', by_id: null, by_name: null, submitter, approved_by: null };
    return { ...fields, ...author, events: eventsOf(fields), traceparent, before: null };
  }
}

/** Which states were entered stands in rows that come later; that the record was made or changed can be told. */
function eventsOf({ type, version }: Fields): string {
  const action = version === 1 ? 'Created' : 'Updated';
  return findRecordType(String(type))?.events.includes(action) ? action : '';
}

function has(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).length === names.length + 1 && names.every((name) => fields[name] !== undefined);
}
