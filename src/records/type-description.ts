/**
 * A record type in words and data, for clients that know none of them by name: what a form or a list over any record must know. All
 * of it comes from the catalogue and from what validation makes of it.
 */
import {
  type Action,
  type DefaultFrom,
  type Field,
  fieldsOf,
  type ItemField,
  isIndexed,
  type ListField,
  pluralOf,
  type RecordType,
  type RecordTypeName,
} from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { describeField, describeItemField } from './schema-descriptions.ts';
import { defaultOf, isItemRequired, isRequired } from './writes/defaults.ts';

export interface TypeDescription {
  readonly name: RecordTypeName;
  readonly singular: string;
  readonly plural: string;
  readonly path: string;
  readonly area: string;
  readonly title: readonly string[];
  readonly search: readonly string[];
  readonly fields: readonly FieldDescription[];
  readonly states: StatesDescription | null;
  readonly events: readonly Action[];
  readonly webhookFilter: { readonly entityType: RecordTypeName; readonly field: string } | null;
}

/** Description of a field. The inherited members depend on its kind and are present only for that kind. */
export interface FieldDescription extends KindDescription {
  readonly name: string;
  readonly kind: (Field | ItemField)['kind'];
  readonly description: string;
  /** Must be given when a record (or an item) is made. */
  readonly required: boolean;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  /** Filters and orders without a scan. */
  readonly indexed: boolean;
  /** Default value; null if it has none or a value is required. */
  readonly default: Json;
  /**
   * Source that takes precedence over `default`: a setting of the account, or a field of the record that the item
   * references.
   */
  readonly defaultFrom?: DefaultFrom;
}

interface KindDescription {
  readonly max?: number;
  readonly format?: string;
  readonly unique?: 'exact' | 'folded';
  readonly places?: number;
  readonly atLeast?: number;
  readonly above?: number;
  readonly values?: readonly string[];
  readonly to?: RecordTypeName;
  readonly maxBytes?: number;
  readonly key?: string;
  readonly items?: readonly FieldDescription[];
}

interface StatesDescription {
  /** The field that holds the state; its `values` are the states in their order. */
  readonly field: 'Status';
  readonly initial: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** The field that is stamped when a state is entered. */
  readonly stamps: Readonly<Record<string, string>>;
  readonly asks: Readonly<Record<string, readonly string[]>>;
}

export function describeType(type: RecordType): TypeDescription {
  const { name, singular, area, title, search, events, webhookFilter } = type;
  return {
    name,
    singular,
    plural: pluralOf(type),
    path: `/api/${name}`,
    area,
    title,
    search,
    fields: Object.entries(fieldsOf(type)).map(([field, declared]) => fieldOf(type, field, declared)),
    states: statesOf(type),
    events,
    webhookFilter: webhookFilter ?? null,
  };
}

function fieldOf(type: RecordType, name: string, field: Field): FieldDescription {
  return {
    ...described(name, field),
    description: describeField(type, name, field),
    required: isRequired(type, name, field),
    indexed: isIndexed(name, field),
    ...ofKind(field),
  };
}

function itemOf(list: ListField, name: string, item: ItemField): FieldDescription {
  return {
    ...described(name, item),
    description: describeItemField(list, name, item),
    required: isItemRequired(list, name, item),
    indexed: false,
    ...ofKind(item),
  };
}

function described(name: string, field: Field | ItemField) {
  return {
    name,
    kind: field.kind,
    description: '',
    required: false,
    nullable: field.nullable === true,
    readOnly: field.readOnly === true,
    indexed: false,
    default: field.readOnly ? null : (defaultOf(field) ?? null),
    ...(field.defaultFrom && { defaultFrom: field.defaultFrom }),
  };
}

function ofKind(field: Field | ItemField): KindDescription {
  return byKind[field.kind](field as never);
}

const byKind: {
  [K in (Field | ItemField)['kind']]: (field: Extract<Field | ItemField, { kind: K }>) => KindDescription;
} = {
  text: ({ max, format, unique }) => ({ max, ...(format && { format }), ...(unique && { unique }) }),
  int: () => ({}),
  decimal: ({ places, atLeast, above }) => ({
    places,
    ...(atLeast !== undefined && { atLeast }),
    ...(above !== undefined && { above }),
  }),
  boolean: () => ({}),
  timestamp: () => ({}),
  date: () => ({}),
  enum: ({ values }) => ({ values }),
  reference: ({ to }) => ({ to }),
  object: ({ maxBytes }) => ({ maxBytes }),
  value: () => ({}),
  texts: ({ max }) => ({ max }),
  list: (list) => ({
    ...(list.key !== undefined && { key: list.key }),
    items: Object.entries(list.items).map(([name, item]) => itemOf(list, name, item)),
  }),
};

function statesOf({ states, fields }: RecordType): StatesDescription | null {
  if (states === undefined) return null;
  const { default: initial } = fields.Status as { readonly default: string };
  const stamps = Object.entries(states.stamps).map(([state, { field }]) => [state, field]);
  return { field: 'Status', initial, moves: states.moves, stamps: Object.fromEntries(stamps), asks: states.asks ?? {} };
}
