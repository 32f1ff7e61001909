/** Error for two unique values that become equal after a change of the folding. A person must decide what to do. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { StorageError } from '../storage-error.ts';

/** A record with the value, as written in its document. */
export interface CollidingRecord {
  readonly id: number;
  readonly value: string;
}

export interface FoldCollision {
  readonly type: RecordTypeName;
  readonly field: string;
  /** Id of the account. */
  readonly account: string;
  readonly holders: readonly [CollidingRecord, CollidingRecord];
}

export function createFoldCollisionError({ type, field, account, holders }: FoldCollision): StorageError {
  const [one, other] = holders.map(({ id, value }) => `${id} (${JSON.stringify(value)})`);
  return new StorageError(
    `This version compares texts anew, and by it the ${type} ${one} and ${other} of account ${account} have the same ${field}, which must be unique. Change one of them with the version before, then start this one.`,
  );
}
