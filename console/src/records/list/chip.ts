/** What a list is narrowed to, one chip for each thing that is asked. */

export type Chip =
  /** The field has one of these values; null is "empty". */
  | { readonly is: 'any'; readonly field: string; readonly values: readonly Value[] }
  /** It has none of them. */
  | { readonly is: 'none'; readonly field: string; readonly values: readonly Value[] }
  | { readonly is: 'range'; readonly field: string; readonly from?: Bound; readonly to?: Bound }
  /** One of the texts is contained; more than one can only come from a link with `fuzzy`. */
  | { readonly is: 'contains'; readonly field: string; readonly texts: readonly string[] }
  | { readonly is: 'deleted'; readonly show: 'also' | 'only' }
  /** What the service will refuse; shown as it stands, so that it can be taken away. */
  | { readonly is: 'unread'; readonly name: string; readonly value: string };

/** As the query writes it: `42`, `Open`, `@now`; or null. */
export type Value = string | null;

export interface Bound {
  readonly value: string;
  readonly inclusive: boolean;
}

export interface OrderKey {
  readonly field: string;
  readonly descending: boolean;
}

/** What the query of a list says. */
export interface ListQuery {
  readonly chips: readonly Chip[];
  readonly search: string;
  readonly order: readonly OrderKey[];
  readonly take: number;
  readonly skip: number;
}

export const TAKES = [25, 50, 100, 250] as const;
export const DEFAULT_TAKE = 50;
