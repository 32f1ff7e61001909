/** Events for query metrics. */
import type { QueryKind } from './compiled-query.ts';

export interface QueryObserver {
  /** Reports a query that is about to be executed. */
  asked(query: { readonly kinds: ReadonlySet<QueryKind>; readonly cost: number; readonly depth: number }): void;
}
