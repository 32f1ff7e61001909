/** Writes the use of keys down from time to time, and once more at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyUse, UsedKey } from './key-use.ts';

export interface KeepUseOptions {
  /** By shard. */
  readonly stores: ReadonlyMap<string, { addUse(used: readonly UsedKey[]): Promise<void> }>;
  readonly everyMs: number;
  readonly onFailure: (failure: unknown) => void;
}

/** How long the end waits for a database that does not answer. */
export const AT_THE_END_MS = 1_000;

/** What cannot be written down is lost: nothing waits for it, and nothing grows while a database is away. */
export function startKeyUseWriter(
  use: KeyUse,
  { stores, everyMs, onFailure }: KeepUseOptions,
): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  // Of a database that takes its time one is enough: connections are for those who wait for an answer.
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
