/** Plan of a list in terms of the catalogue: the meaning of a query string, ready to become one SQL statement. */
import type { RecordTypeName } from '../../catalogue/index.ts';

/** A typed value: text and enum as written, numbers, timestamps as epoch milliseconds, dates as YYYY-MM-DD. */
export type Scalar = string | number | boolean;

export type Test =
  | { readonly op: 'eq' | 'ne'; readonly value: Scalar | null }
  | { readonly op: 'gt' | 'ge' | 'lt' | 'le'; readonly value: Scalar }
  /** The value's text as it stands in the JSON answer contains this text, without regard to case. */
  | { readonly op: 'contains'; readonly text: string };

/** Holds when any of its tests does. */
export interface Condition {
  readonly field: string;
  readonly anyOf: readonly Test[];
}

/** Holds when any of the fields contains the text, as in a test of that name. */
export interface Search {
  readonly fields: readonly string[];
  readonly text: string;
}

export interface OrderKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The part that holds for any kind of item: records, subscriptions, deliveries. */
export interface Listing {
  /** All must hold. */
  readonly where: readonly Condition[];
  /** Must hold beside them. */
  readonly search?: Search;
  /** Ends in the item's own key, so that the order is total. */
  readonly order: readonly OrderKey[];
  readonly skip: number;
  readonly take: number;
  /** True if all matches must be counted. */
  readonly count: boolean;
  /** The only properties to be shown of each item, in its order; all where it is absent. */
  readonly fields?: readonly string[];
}

export interface ListPlan extends Listing {
  readonly type: RecordTypeName;
  /** Not one list but one for each of many records, one after the other; `take` is what all of them come to at most. */
  readonly each?: Each;
}

/** The lists of those records whose reference leads to one of many, each with a page of its own. */
export interface Each {
  /** The reference. */
  readonly field: string;
  readonly of: readonly number[];
  readonly skip: number;
  readonly take: number;
}
