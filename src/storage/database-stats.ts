/** Current statistics of the database of a shard, for monitoring. Each engine fills in what it has. */
export interface DatabaseStats {
  /** PostgreSQL: connections for requests. */
  readonly pool?: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** SQLite: lists running on reader threads, and lists waiting for one. */
  readonly slowLists?: { readonly held: number; readonly waiting: number };
  /** Number of change transactions so far, of changes in them, and of changes waiting for the next transaction. */
  readonly commits?: { readonly made: number; readonly changes: number; readonly waiting: number };
  /** SQLite: size of the write-ahead log. */
  readonly log?: { readonly bytes: number };
}

/** Waiting deliveries, including those of frozen accounts and slow endpoints. */
export interface DeliveryBacklog {
  readonly waiting: number;
  /** Time the oldest delivery has waited; 0 if none waits. */
  readonly oldestMs: number;
}
