/**
 * Creates a change by the service itself, in read-only fields. It has a version and a log entry but no events, because
 * subscribers want changes by people and programs.
 */
import type { RecordType } from '../../catalogue/index.ts';
import { noSuchRecord } from '../refusals.ts';
import type { Author, Change, RecordFields } from '../store.ts';
import { decideWrite } from './change.ts';

export function noteRecord(type: RecordType, id: number, fields: RecordFields, by: Author): Change {
  return {
    type: type.name,
    id,
    needs: () => [],
    decide(current, _found, moment) {
      if (current === undefined) return { decision: 'refused', problem: noSuchRecord(type, id) };
      const before: RecordFields = JSON.parse(current.text);
      const draft = { type, by, before, after: before, names: () => false, entered: undefined };
      const decision = decideWrite(draft, moment, fields);
      return decision.decision === 'write' ? { ...decision, events: [] } : decision;
    },
  };
}
