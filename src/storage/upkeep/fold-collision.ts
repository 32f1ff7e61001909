/** Two unique values that used to differ may be alike when texts are compared anew. A person has to decide what then. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { StorageError } from '../storage-error.ts';

/** A record that holds the value, as the value is written in its document. */
export interface CollidingRecord {
  readonly id: number;
  readonly value: string;
}

export interface FoldCollision {
  readonly type: RecordTypeName;
  readonly field: string;
  /** The id of the account. */
  readonly account: string;
  readonly holders: readonly [CollidingRecord, CollidingRecord];
}

export function createFoldCollisionError({ type, field, account, holders }: FoldCollision): StorageError {
  const [one, other] = holders.map(({ id, value }) => `${id} (${JSON.stringify(value)})`);
  return new StorageError(
    `This version compares texts anew, and by it the ${type} ${one} and ${other} of account ${account} have the same ${field}, which must be unique. Change one of them with the version before, then start this one.`,
  );
}
