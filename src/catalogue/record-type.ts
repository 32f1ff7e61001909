/** Declaration of one record type: plain data, read by every surface. */
import type { Field } from './field.ts';
import type { Action, Area, RecordTypeName } from './names.ts';

export interface RecordType {
  readonly name: RecordTypeName;
  /** Singular name, in running text. */
  readonly singular: string;
  readonly area: Area;
  /** One or two fields that form the title of a record; a reference stands for the title of the record it points to. */
  readonly title: readonly string[];
  /** The type's own fields, in the order they are shown; `fieldsOf` adds the common ones. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Prefix of the `Number` the service gives (`WO` for WO-000123). */
  readonly numbered?: string;
  readonly states?: States;
  /** Fields that `search` covers: text fields, and numbers by which people know a record. */
  readonly search: readonly string[];
  readonly events: readonly Action[];
  /** Record type by which a subscription can be filtered, and the field that is compared. */
  readonly webhookFilter?: { readonly entityType: RecordTypeName; readonly field: string };
}

export interface States {
  /** Allowed transitions: for each state, the states that a write may move to. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** The timestamp or date each state sets when it is entered. */
  readonly stamps: Readonly<Record<string, Stamp>>;
  /**
   * Fields to request from the user on a transition, by target state. Only some of them are required (records/rules).
   */
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
