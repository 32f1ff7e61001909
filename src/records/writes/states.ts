/**
 * The states of a record: what a write says about them, whether that is allowed, and which stamps go with it.
 *
 * A write can name a state by `Status`, or by a stamp alone: setting `CompletedOn` completes, clearing it reopens. Where it
 * names both they must agree. Stamps that the write does not give are set by the service.
 */
import type { Stamp, States } from '../../catalogue/index.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import { fault, invalidRecord, stateNotAllowed } from '../refusals.ts';
import type { RecordDraft } from './draft.ts';
import type { FieldsInTheMaking } from './validate.ts';

/** The state that a write requests. */
export interface RequestedState {
  readonly to: string;
  /** Source of the request; `nothing` if the record stays in its state. */
  readonly by: 'status' | 'stamp' | 'cleared stamp' | 'nothing' | 'lines';
  /** False for a correction that moves back. */
  readonly forward: boolean;
}

/** Derives the state from other fields of the type: purchase orders follow their receipts. */
export type Follow = (draft: RecordDraft, intention: RequestedState) => RequestedState | Problem;

/** Sets `Status` and the stamps lost in `draft.after`, and what is entered; or refuses. */
export function validateState(draft: RecordDraft, follow?: Follow): Problem | undefined {
  const states = draft.type.states;
  if (states === undefined || (follow === undefined && !speaksOfState(draft, states))) return undefined;
  const own = intentionOf(draft, states);
  const intention = follow === undefined ? own : follow(draft, own);
  if (intention instanceof Problem) return intention;

  const { to } = intention;
  const from = draft.before?.Status as string | undefined;
  const contradiction = contradictionOf(draft, states, from, to);
  if (contradiction !== undefined) return contradiction;
  const moves = from !== undefined && from !== to;
  if (moves && intention.by !== 'lines' && !states.moves[from]!.includes(to)) {
    return stateNotAllowed(draft.type, from, to, states.moves[from]!);
  }

  draft.after.Status = to;
  if (moves) loseStamps(draft, states, from, to);
  if (from !== to || intention.by === 'lines') draft.entered = { state: to, forward: intention.forward };
  return undefined;
}

/** The stamp of the state entered, set to this moment unless the record has one: work that is resumed began before. */
export function stampEntered(draft: RecordDraft, fields: FieldsInTheMaking, now: number): void {
  const stamp = draft.entered && draft.type.states?.stamps[draft.entered.state];
  if (stamp === undefined || fields[stamp.field] !== null) return;
  const moment = formatTimestamp(now);
  fields[stamp.field] = draft.type.fields[stamp.field]!.kind === 'date' ? moment.slice(0, 10) : moment;
}

function speaksOfState({ before, names }: RecordDraft, states: States): boolean {
  if (before === undefined || names('Status')) return true;
  for (const state in states.stamps) if (names(states.stamps[state]!.field)) return true;
  return false;
}

function intentionOf(draft: RecordDraft, states: States): RequestedState {
  const status = draft.after.Status as string;
  if (draft.names('Status')) return { to: status, by: 'status', forward: true };

  const from = draft.before?.Status;
  const set: string[] = [];
  let cleared: string | undefined;
  for (const [state, stamp] of Object.entries(states.stamps)) {
    if (!stamp.moves) continue;
    const was = draft.before?.[stamp.field] ?? null;
    const is = draft.after[stamp.field];
    if (was === null && is !== null) set.push(state);
    else if (was !== null && is === null && from === state) cleared = stamp.clearsTo;
  }
  if (set.length > 0) {
    // Several stamps name one state if it keeps the others: a completed order was sent once.
    const to = set.find((state) => set.every((other) => holds(states, other, state))) ?? set[0]!;
    return { to, by: 'stamp', forward: true };
  }
  return cleared === undefined
    ? { to: status, by: 'nothing', forward: true }
    : { to: cleared, by: 'cleared stamp', forward: true };
}

/** A stamp of another state beside the state the write leads to, or the state without the stamp it lives by. */
function contradictionOf(
  draft: RecordDraft,
  states: States,
  from: string | undefined,
  to: string,
): Problem | undefined {
  const faults = [];
  for (const [state, stamp] of Object.entries(states.stamps)) {
    if (!draft.names(stamp.field)) continue;
    const { field } = stamp;
    const isSet = draft.after[field] !== null;
    if (isSet && stamp.moves && !holds(states, state, to)) {
      faults.push(fault(`/${field}`, `belongs to ${state}, but the ${draft.type.singular} would be ${to}`));
    }
    const loses = draft.before?.[field] !== null && stamp.moves;
    if (!isSet && state === to && (from !== to || loses)) {
      faults.push(fault(`/${field}`, `must not be null for ${to}. Leave it out to have it set`));
    }
  }
  return faults.length === 0 ? undefined : invalidRecord(draft.type, faults);
}

function loseStamps(draft: RecordDraft, states: States, from: string, to: string): void {
  for (const [state, stamp] of Object.entries(states.stamps)) {
    const lost = stamp.lostOnLeaving && holds(states, state, from) && !holds(states, state, to);
    if (lost && !draft.names(stamp.field)) draft.after[stamp.field] = null;
  }
}

/** True if a record in state `current` may have the timestamp of `state`. */
function holds(states: States, state: string, current: string): boolean {
  const stamp: Stamp | undefined = states.stamps[state];
  return state === current || stamp?.keptIn?.includes(current) === true;
}
