/** The port of an account's log of changes: what history, feed and stream ask of a database. */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Problem } from '../../problems.ts';
import type { Listing } from '../lists/plan.ts';
import type { StoredRecord } from '../store.ts';

export interface ChangeLog {
  /** The entries of one record; none where there is no such record. */
  history(type: RecordTypeName, id: number, asked: HistoryListing, gone?: AbortSignal): Promise<HistoryPage | Problem>;
  /** The record as it was; `gone` where the log does not reach that far back, undefined where there was no such version. */
  version(type: RecordTypeName, id: number, version: number): Promise<StoredRecord | 'gone' | undefined>;
  bounds(): Promise<LogBounds>;
  /**
   * Entries behind a place, oldest first. Nothing is ever added before a place that was given as `through`, in whichever order
   * changes are committed.
   */
  feed(after: number, wish: FeedQuery): Promise<FeedPage>;
  /** Calls back whenever entries may have been added. Returns how to stop. */
  watch(listener: () => void): () => void;
}

export interface HistoryListing extends Listing {
  /** Only changes of one of these; all where there are none. */
  readonly changedFields: readonly string[];
}

export interface HistoryPage {
  /** The JSON array of the entries, in pieces; read as the client takes them. */
  readonly body: AsyncIterable<string>;
  readonly more: boolean;
  readonly total: number | undefined;
}

export interface LogBounds {
  /** The log's own name. */
  readonly log: string;
  /** Everything up to this number may have been forgotten. */
  readonly begins: number;
  /**
   * What is visible by now ends here; later entries have higher numbers. Undefined where that is not known: the process has just begun, and
   * something has been under way since before, which it waits for a little.
   */
  ends(): Promise<number | undefined>;
  /** No number was given out beyond this one. */
  readonly newest: number;
}

export interface FeedQuery {
  readonly types: readonly RecordTypeName[];
  /** Only changes with one of these events; every change where there are none. */
  readonly actions: readonly Action[];
  readonly most: number;
}

export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  /** Everything up to here was looked at. */
  readonly through: number;
  /** Whether it is known that something may follow. */
  readonly more: boolean;
  /** What lay behind the place has left the log in part, or all of it: these are not all that came next. */
  readonly forgotten: boolean;
  /** Changes are about to be committed, and nobody may be told when they can be seen. */
  readonly unsettled: boolean;
}

export interface FeedEntry {
  readonly seq: number;
  /** Its JSON text, with the record as of then. */
  readonly text: string;
}
