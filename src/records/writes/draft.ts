/** A write on its way to becoming a change: what the states and rules judge, and what they may still put in. */
import type { RecordType } from '../../catalogue/index.ts';
import { type Json, sameJson } from '../../lib/json.ts';
import type { Patch } from '../../lib/json-patch.ts';
import type { Author, RecordFields } from '../store.ts';
import type { FieldsInTheMaking } from './validate.ts';

export interface RecordDraft {
  readonly type: RecordType;
  /** Author of the write. */
  readonly by: Author;
  /** The current record; undefined for a new one. */
  readonly before: RecordFields | undefined;
  /** The record as it would be. Stamps of the moment are set last, when the change is decided. */
  readonly after: FieldsInTheMaking;
  /** Returns true if the write names the field, even if it repeats the current value. */
  readonly names: (field: string) => boolean;
  /** The state the record enters, once that is judged. A new record enters the state it is created in. */
  entered: Entered | undefined;
}

export interface Entered {
  readonly state: string;
  /** Moves forward are events; corrections that move back are not. */
  readonly forward: boolean;
}

/** Nulls in the body of a new record say as little as leaving the field out: many clients write all they know. */
export function namedByBody(body: { readonly [field: string]: Json }): RecordDraft['names'] {
  return (field) => Object.hasOwn(body, field) && body[field] !== null;
}

/**
 * The fields that the operations of a patch write to. One that replaces the whole record speaks of the fields it changes, so
 * that a client may send back all it has read.
 */
export function namedByPatch(patch: Patch, before: RecordFields, after: RecordFields): RecordDraft['names'] {
  const fields = new Set<string>();
  let whole = false;
  for (const operation of patch) {
    if (operation.op === 'test') continue;
    if (operation.path[0] === undefined) whole = true;
    else fields.add(operation.path[0]);
    if (operation.op === 'move' && operation.from[0] !== undefined) fields.add(operation.from[0]);
  }
  return (field) => fields.has(field) || (whole && !sameJson(before[field] ?? null, after[field] ?? null));
}

export function changes({ before, after }: RecordDraft, field: string): boolean {
  return before === undefined || !sameJson(before[field] ?? null, after[field] ?? null);
}
