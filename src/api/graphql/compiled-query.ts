/** What a query comes to: what is to be read of which records, level by level. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Listing } from '../../records/lists/plan.ts';
import type { HistoryListing } from '../../records/log/store.ts';
import type { IntrospectionField } from './introspection.ts';

export interface CompiledQuery {
  readonly fields: readonly RootField[];
  readonly cost: number;
  readonly depth: number;
  readonly kinds: ReadonlySet<QueryKind>;
}

/** What queries are about, as metrics tell them apart. */
export const queryKinds = ['records', 'history', 'me', 'introspection'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** `key` everywhere is the name in the answer as JSON with its colon: `"Name":`. */
export type RootField = { readonly key: string } & (
  | { readonly is: 'list'; readonly type: RecordTypeName; readonly listing: Listing; readonly page: PageFields }
  | { readonly is: 'record'; readonly type: RecordTypeName; readonly id: number; readonly fields: SelectedFields }
  | { readonly is: 'history'; readonly of: HistorySelection; readonly page: PageFields<PlainField[]> }
  | { readonly is: 'me'; readonly fields: readonly PlainField[] }
  | { readonly is: 'schema'; readonly field: IntrospectionField }
  | { readonly is: 'typename'; readonly name: string }
);

export interface HistorySelection {
  readonly type: RecordTypeName;
  readonly id: number;
  readonly listing: HistoryListing;
}

export type PageFields<Node = SelectedFields> = readonly ({ readonly key: string } & (
  | { readonly is: 'nodes'; readonly fields: Node }
  | { readonly is: 'more' | 'total' }
  | { readonly is: 'typename'; readonly name: string }
))[];

export type FieldIndexes = ReadonlyMap<string, number>;

export interface SelectedFields {
  /** What is needed of each record: values by their fields, and spans of fields with their names; the first is its ID. */
  readonly places: FieldIndexes;
  readonly fields: readonly RecordField[];
}

export type RecordField = {
  readonly key: string;
} /** Without a name in the answer: a span of values, which brings its names. */ & (
  | { readonly is: 'value'; readonly place: number }
  | { readonly is: 'reference'; readonly place: number; readonly to: RecordTypeName; readonly fields: SelectedFields }
  | {
      readonly is: 'way back';
      readonly type: RecordTypeName;
      readonly field: string;
      readonly listing: Listing;
      readonly page: PageFields;
    }
  | { readonly is: 'typename'; readonly name: string }
);

/** A member of an object that is shown as it is, with those of its own where it is one. */
export interface PlainField {
  readonly key: string;
  readonly name: string;
  readonly typename?: string;
  readonly fields?: readonly PlainField[];
}
