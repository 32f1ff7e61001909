/** Port of an account's change log: the database operations of history, feed and stream. */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Problem } from '../../problems.ts';
import type { Listing } from '../lists/plan.ts';
import type { StoredRecord } from '../store.ts';

export interface ChangeLog {
  /** Returns the entries of one record; none if the record does not exist. */
  history(type: RecordTypeName, id: number, asked: HistoryListing, gone?: AbortSignal): Promise<HistoryPage | Problem>;
  /**
   * Returns a version of a record: `'gone'` if the log does not reach back that far, undefined if the version never
   * existed.
   */
  version(type: RecordTypeName, id: number, version: number): Promise<StoredRecord | 'gone' | undefined>;
  bounds(): Promise<LogBounds>;
  /**
   * Returns entries after a position, oldest first. No entry is ever added before a position returned as `through`, in
   * whatever order changes are committed.
   */
  feed(after: number, wish: FeedQuery): Promise<FeedPage>;
  /** Calls the listener whenever entries may have been added. Returns a function that unsubscribes. */
  watch(listener: () => void): () => void;
}

export interface HistoryListing extends Listing {
  /** Restricts the list to changes of at least one of these fields; empty means all changes. */
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
  /** Entries up to this number may have been deleted. */
  readonly begins: number;
  /**
   * Returns the end of the visible log; later entries have higher numbers. Returns undefined if unknown: a change has
   * been in progress since before the process started. Waits briefly for such a change.
   */
  ends(): Promise<number | undefined>;
  /** No number was given out beyond this one. */
  readonly newest: number;
}

export interface FeedQuery {
  readonly types: readonly RecordTypeName[];
  /** Restricts the feed to changes with at least one of these events; empty means every change. */
  readonly actions: readonly Action[];
  readonly most: number;
}

export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  /** Position up to which the log was read. */
  readonly through: number;
  /** True if it is known that entries may follow. */
  readonly more: boolean;
  /** True if entries after the position have been deleted from the log, so that `entries` is incomplete. */
  readonly forgotten: boolean;
  /** True if changes are about to be committed, possibly without a notification when they become visible. */
  readonly unsettled: boolean;
}

export interface FeedEntry {
  readonly seq: number;
  /** JSON text of the entry, with the record at that version. */
  readonly text: string;
}
