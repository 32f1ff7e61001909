/** Record type as the service's catalogue describes it. Generic lists and forms are built from it. */

export type FieldKind =
  | 'text'
  | 'int'
  | 'decimal'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'enum'
  | 'reference'
  | 'object'
  | 'list'
  | 'value'
  | 'texts';

export interface FieldDescription {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly indexed: boolean;
  readonly default: Json;
  /**
   * Source of the default value if the field is omitted: an account setting, or a field of the record that the named
   * reference points to.
   */
  readonly defaultFrom?: { readonly account: 'currency' } | { readonly reference: string; readonly field: string };
  readonly max?: number;
  readonly format?: string;
  readonly places?: number;
  readonly atLeast?: number;
  readonly above?: number;
  readonly values?: readonly string[];
  readonly to?: string;
  readonly key?: string;
  readonly items?: readonly FieldDescription[];
}

export interface TypeDescription {
  readonly name: string;
  readonly singular: string;
  readonly plural: string;
  readonly area: string;
  readonly title: readonly string[];
  readonly search: readonly string[];
  readonly fields: readonly FieldDescription[];
  readonly states: {
    readonly field: string;
    readonly initial: string;
    readonly moves: Readonly<Record<string, readonly string[]>>;
    readonly stamps: Readonly<Record<string, string>>;
    readonly asks: Readonly<Record<string, readonly string[]>>;
  } | null;
  readonly events: readonly string[];
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type RecordFields = { readonly [field: string]: Json };

/** Finds a field by name, ignoring case, as the service does. */
export function findField(type: TypeDescription, name: string): FieldDescription | undefined {
  const lower = name.toLowerCase();
  return type.fields.find((field) => field.name.toLowerCase() === lower);
}

/** True if the field can be filtered and ordered by: lists and free objects cannot. */
export function isScalar({ kind }: FieldDescription): boolean {
  return kind !== 'list' && kind !== 'object';
}
