/** A database that cannot be used as it is: what is wrong, and what to do about it, for the person who starts it. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
}

/** There is nothing of this service where it was looked for. */
export class MissingDatabaseError extends StorageError {
  override readonly name = 'MissingDatabase';
}

/** It cannot be used now, and may be later as it is: its server is down, starting, a replica for the moment, or out of reach. */
export class UnreachableDatabase extends StorageError {
  override readonly name = 'UnreachableDatabase';
}
