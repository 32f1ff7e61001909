/** What a list is narrowed to, one chip for each thing that is asked. */

export type FilterChip =
  /** The field has one of these values; null is "empty". */
  | { readonly is: 'any'; readonly field: string; readonly values: readonly ChipValue[] }
  /** It has none of them. */
  | { readonly is: 'none'; readonly field: string; readonly values: readonly ChipValue[] }
  | { readonly is: 'range'; readonly field: string; readonly from?: RangeBound; readonly to?: RangeBound }
  /** One of the texts is contained; more than one can only come from a link with `fuzzy`. */
  | { readonly is: 'contains'; readonly field: string; readonly texts: readonly string[] }
  | { readonly is: 'deleted'; readonly show: 'also' | 'only' }
  /** What the service will refuse; shown as it stands, so that it can be taken away. */
  | { readonly is: 'unread'; readonly name: string; readonly value: string };

/** As the query writes it: `42`, `Open`, `@now`; or null. */
export type ChipValue = string | null;

export interface RangeBound {
  readonly value: string;
  readonly inclusive: boolean;
}

export interface OrderKey {
  readonly field: string;
  readonly descending: boolean;
}

/** What the query of a list says. */
export interface ListQuery {
  readonly chips: readonly FilterChip[];
  readonly search: string;
  readonly order: readonly OrderKey[];
  readonly take: number;
  readonly skip: number;
}

export const PAGE_SIZES = [25, 50, 100, 250] as const;
export const DEFAULT_PAGE_SIZE = 50;
