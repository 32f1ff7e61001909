/**
 * The kinds of value a record's field can hold, as data. The union is closed: every surface (schema, storage,
 * filters, docs) owns one table over the kinds, so a new kind fails to compile exactly where it must be answered.
 */
import type { RecordTypeName } from './names.ts';

interface Common {
  /** Allows null, which is also the value of an unset field. */
  readonly nullable?: true;
  /** Derived or stamped by the service: a write that would change it is refused. */
  readonly readOnly?: true;
  /** Has a list index of its own beyond the ones every type gets (see `isIndexed`). */
  readonly indexed?: true;
  /** Source of the value that a write omits; if the source has no value either, `default` applies. */
  readonly defaultFrom?: DefaultFrom;
}

/**
 * Either a setting of the account, or, for an item of a list, `field` of the record that its field `reference` names.
 */
export type DefaultFrom = DefaultFromAccount | DefaultFromReference;

export interface DefaultFromAccount {
  readonly account: 'currency';
}

export interface DefaultFromReference {
  readonly reference: string;
  readonly field: string;
}

export interface TextField extends Common {
  readonly kind: 'text';
  /** Limit in code points. */
  readonly max: number;
  readonly default?: string;
  /** Taken once per account among records not deleted; compared as written, or folded. */
  readonly unique?: 'exact' | 'folded';
  readonly format?: 'email';
}

export interface IntField extends Common {
  readonly kind: 'int';
  readonly default?: number;
}

export interface DecimalField extends Common {
  readonly kind: 'decimal';
  readonly places: 4 | 7;
  readonly default?: number;
  /** Smallest allowed value, and whether it is itself allowed. */
  readonly atLeast?: number;
  readonly above?: number;
}

export interface BooleanField extends Common {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

export interface TimestampField extends Common {
  readonly kind: 'timestamp';
}

export interface DateField extends Common {
  readonly kind: 'date';
}

export interface EnumField extends Common {
  readonly kind: 'enum';
  readonly values: readonly string[];
  readonly default?: string;
}

export interface ReferenceField extends Common {
  readonly kind: 'reference';
  readonly to: RecordTypeName;
}

/** A free object, limited in size only. */
export interface ObjectField extends Common {
  readonly kind: 'object';
  readonly maxBytes: number;
}

/** An array of flat objects, each with every one of its item fields in a fixed order. */
export interface ListField extends Common {
  readonly kind: 'list';
  readonly items: Readonly<Record<string, ItemField>>;
  /** The item field whose values must not repeat within one list. */
  readonly key?: string;
}

/** Any JSON value, as an answer on a form may be. */
export interface ValueField extends Common {
  readonly kind: 'value';
}

/** An array of texts, as the choices of a form field. */
export interface TextsField extends Common {
  readonly kind: 'texts';
  readonly max: number;
}

/** Fields usable in filters, sort orders and projections. */
export type ScalarField =
  | TextField
  | IntField
  | DecimalField
  | BooleanField
  | TimestampField
  | DateField
  | EnumField
  | ReferenceField;

export type ItemField = ScalarField | ValueField | TextsField;
export type Field = ScalarField | ObjectField | ListField;
export type FieldKind = Field['kind'];
export type ScalarKind = ScalarField['kind'];

/** Maximum length of texts that have no limit of their own. */
export const LONG_TEXT = 10_000;

export function isScalar(field: Field): field is ScalarField {
  return field.kind !== 'object' && field.kind !== 'list';
}
