/** Compiled query: the values to read from which records, level by level. */
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

/** Kinds of queries, as metrics label them. */
export const queryKinds = ['records', 'history', 'me', 'introspection'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** Field of the query. Every `key` is the response name as JSON with its colon: `"Name":`. */
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
  /**
   * Index of each value to read from a record: single fields, and spans of fields with their names. The first is the
   * record's ID.
   */
  readonly places: FieldIndexes;
  readonly fields: readonly RecordField[];
}

export type RecordField = {
  readonly key: string;
} /** An empty `key` marks a span of values, which contains its names. */ & (
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

/** Member of an object that is returned as it is; `fields` selects the members of a nested object. */
export interface PlainField {
  readonly key: string;
  readonly name: string;
  readonly typename?: string;
  readonly fields?: readonly PlainField[];
}
