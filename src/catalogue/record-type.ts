/** The form in which one record type is declared: plain data, read by every surface. */
import type { Field } from './field.ts';
import type { Action, Area, RecordTypeName } from './names.ts';

export interface RecordType {
  readonly name: RecordTypeName;
  /** One of them, in running text. */
  readonly singular: string;
  readonly area: Area;
  /** The fields, one or two, that a record is called by; a reference stands for the name of the record it leads to. */
  readonly title: readonly string[];
  /** The type's own fields, in the order they are shown; `fieldsOf` adds the common ones. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Prefix of the `Number` the service gives (`WO` for WO-000123). */
  readonly numbered?: string;
  readonly states?: States;
  /** What `search` looks through: fields of text, and numbers that people know a record by. */
  readonly search: readonly string[];
  readonly events: readonly Action[];
  /** What a subscription to this type may be narrowed by, and the field that is compared. */
  readonly webhookFilter?: { readonly entityType: RecordTypeName; readonly field: string };
}

export interface States {
  /** From each state, the states a write may move to. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** The timestamp or date each state sets when it is entered. */
  readonly stamps: Readonly<Record<string, Stamp>>;
  /** What whoever makes the move should be asked for, by the state it leads to. Only some of it is demanded (records/rules). */
  readonly asks?: Readonly<Record<string, readonly string[]>>;
}

export interface Stamp {
  readonly field: string;
  /** Writing the stamp alone is the move itself. */
  readonly moves?: true;
  /** The state that clearing the stamp alone moves back to. */
  readonly clearsTo?: string;
  /** Lost when the record leaves the state, for any but those that keep it as part of their story. */
  readonly lostOnLeaving?: true;
  readonly keptIn?: readonly string[];
}
