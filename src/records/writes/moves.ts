/**
 * Lists the possible state transitions of a record. Tries every state of its type in a dry run and returns the effect
 * or the refusal.
 */
import { type Action, type EnumField, fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { sameJson } from '../../lib/json.ts';
import { Problem, type ProblemCode } from '../../problems.ts';
import { noSuchRecord } from '../refusals.ts';
import type { Author, Decision, RecordFields, RecordStore } from '../store.ts';
import { changedFields } from './changed.ts';
import { defaultOf } from './defaults.ts';
import { patchRecord } from './patch.ts';

export interface Move {
  readonly to: string;
  /** True if the transition is possible now without writing other fields. */
  readonly allowed: boolean;
  readonly blockers: readonly Blocker[];
  /** Fields that belong to the move and are empty, or that the service fills by itself where the move does not say. */
  readonly asks: readonly string[];
  /** Fields beside the state that the move would change. */
  readonly sets: readonly string[];
  readonly events: readonly Action[];
}

export interface Blocker {
  readonly code: ProblemCode;
  readonly message: string;
  /** Into the record. */
  readonly pointer: string;
}

export async function movesOf(
  store: Pick<RecordStore, 'rehearse'>,
  type: RecordType,
  id: number,
  by: Author,
): Promise<Move[] | Problem> {
  const { values: states } = type.fields.Status as EnumField;
  const changes = states.map((to) => patchRecord(type, id, [{ op: 'replace', path: ['Status'], value: to }], by));
  const tried = await store.rehearse(changes);
  if (tried instanceof Problem) return tried;
  const [first] = tried;
  if (first?.current === undefined) return noSuchRecord(type, id);
  const record: RecordFields = JSON.parse(first.current.text);
  return states.map((to, n) => moveOf(type, record, to, tried[n]!.decision));
}

function moveOf(type: RecordType, record: RecordFields, to: string, decision: Decision): Move {
  const nothing = { to, allowed: false, asks: [], sets: [], events: [] };
  if (decision.decision === 'refused') {
    const blockers = blockersOf(decision.problem);
    const asks = isBarred(decision.problem) ? [] : asksOf(type, record, to, blockers.map(fieldOf));
    return { ...nothing, blockers, asks };
  }
  // Writing the state a record is in is no move.
  if (record.Status === to || decision.decision === 'unchanged') {
    const message = `The ${type.singular} is ${to} already.`;
    return { ...nothing, blockers: [{ code: 'state_not_allowed', message, pointer: '/Status' }] };
  }
  const changed = changedFields(type, record, decision.fields).map(({ field }) => field);
  const sets = changed.filter((field) => field !== 'Status');
  return { to, allowed: true, blockers: [], asks: asksOf(type, record, to, sets), sets, events: decision.events };
}

/** True if the transition is impossible whatever other fields are written. */
function isBarred({ code }: Problem): boolean {
  return code !== 'invalid_record';
}

function asksOf(type: RecordType, record: RecordFields, to: string, concerned: readonly string[]): string[] {
  const asked = type.states?.asks?.[to] ?? [];
  return asked.filter((field) => concerned.includes(field) || isEmpty(type, record, field));
}

/** True if the field has its default value. */
function isEmpty(type: RecordType, record: RecordFields, field: string): boolean {
  return sameJson(record[field] ?? null, defaultOf(fieldsOf(type)[field]!) ?? null);
}

function blockersOf({ code, detail, errors = [] }: Problem): Blocker[] {
  const places = errors.flatMap((one) =>
    'pointer' in one ? [{ code, message: one.message, pointer: one.pointer }] : [],
  );
  return places.length > 0 ? places : [{ code, message: detail, pointer: '/Status' }];
}

function fieldOf({ pointer }: Blocker): string {
  return pointer.split('/')[1] ?? '';
}
