/** Writes API key usage to the database periodically, and once more at shutdown. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyUse, UsedKey } from './key-use.ts';

export interface KeepUseOptions {
  /** Stores by shard. */
  readonly stores: ReadonlyMap<string, { addUse(used: readonly UsedKey[]): Promise<void> }>;
  readonly everyMs: number;
  readonly onFailure: (failure: unknown) => void;
}

/** Maximum wait at shutdown for a database that does not respond. */
export const AT_THE_END_MS = 1_000;

/**
 * Starts the periodic writer. Usage that cannot be written is lost: nothing is queued, so memory does not grow while a
 * database is unavailable.
 */
export function startKeyUseWriter(
  use: KeyUse,
  { stores, everyMs, onFailure }: KeepUseOptions,
): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  // Write once at a time: a slow database needs its connections for requests that wait for a response.
  const writing = setInterval(() => {
    underWay ??= write().finally(() => {
      underWay = undefined;
    });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(writing);
      await Promise.race([Promise.all([underWay, write()]), sleep(AT_THE_END_MS, undefined, { ref: false })]);
    },
  };

  async function write(): Promise<void> {
    const byShard = Map.groupBy(use.take(), ({ account }) => account.shardID);
    await Promise.all([...byShard].map(([shardID, used]) => stores.get(shardID)!.addUse(used).catch(onFailure)));
  }
}
