/** What somebody who counts is told about queries. */
import type { QueryKind } from './compiled-query.ts';

export interface QueryObserver {
  /** Of one that is about to be answered. */
  asked(query: { readonly kinds: ReadonlySet<QueryKind>; readonly cost: number; readonly depth: number }): void;
}
