/** Filters of a list, one chip per condition. */

export type FilterChip =
  /** The field has one of these values; null is "empty". */
  | { readonly is: 'any'; readonly field: string; readonly values: readonly ChipValue[] }
  /** The field has none of these values. */
  | { readonly is: 'none'; readonly field: string; readonly values: readonly ChipValue[] }
  | { readonly is: 'range'; readonly field: string; readonly from?: RangeBound; readonly to?: RangeBound }
  /** The field contains one of these texts. Only a link with `fuzzy` can have more than one. */
  | { readonly is: 'contains'; readonly field: string; readonly texts: readonly string[] }
  | { readonly is: 'deleted'; readonly show: 'also' | 'only' }
  /** Filter that the service will reject. It is shown unchanged, so that the user can remove it. */
  | { readonly is: 'unread'; readonly name: string; readonly value: string };

/** Value as queries write it: `42`, `Open`, `@now`. Null means empty. */
export type ChipValue = string | null;

export interface RangeBound {
  readonly value: string;
  readonly inclusive: boolean;
}

export interface OrderKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Parsed query of a list. */
export interface ListQuery {
  readonly chips: readonly FilterChip[];
  readonly search: string;
  readonly order: readonly OrderKey[];
  readonly take: number;
  readonly skip: number;
}

export const PAGE_SIZES = [25, 50, 100, 250] as const;
export const DEFAULT_PAGE_SIZE = 50;
