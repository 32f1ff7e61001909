/** A database that cannot be used as it is: what is wrong, and what to do about it, for the person who starts it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
