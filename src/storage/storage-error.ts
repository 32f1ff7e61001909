/**
 * Thrown for a database that cannot be used as it is. The message says, for the operator, what is wrong and what to do.
 */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
}

/** Thrown if there is no database of this service at the given place. */
export class MissingDatabaseError extends StorageError {
  override readonly name = 'MissingDatabase';
}

/**
 * Thrown if the database is unavailable and may recover without changes: its server is down, starting, temporarily a
 * replica, or out of reach.
 */
export class UnreachableDatabase extends StorageError {
  override readonly name = 'UnreachableDatabase';
}
