/** What a shard's database has in hand at this moment, for whoever watches it. Each engine tells what it has. */
export interface DatabaseStats {
  /** PostgreSQL: the connections for requests. */
  readonly pool?: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** SQLite: lists on reader threads, and before them. */
  readonly slowLists?: { readonly held: number; readonly waiting: number };
  /** Transactions of changes so far, the changes in them, and those that wait for the next. */
  readonly commits?: { readonly made: number; readonly changes: number; readonly waiting: number };
  /** SQLite: the write-ahead log beside the database. */
  readonly log?: { readonly bytes: number };
}

/** Deliveries that wait, those of frozen accounts and of endpoints that are slow included. */
export interface DeliveryBacklog {
  readonly waiting: number;
  /** How long the oldest of them has waited; 0 where none does. */
  readonly oldestMs: number;
}
