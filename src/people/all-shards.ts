/** Queries all shards in parallel. A shard whose database is unavailable does not affect accounts on other shards. */
import type { AccountCopy, KnownHere, PeopleStore } from './store.ts';

/**
 * Returns the first result found; undefined if all shards answered and none has it. Rejects if a shard that may have it
 * did not answer.
 */
export function firstFound<Found>(asked: readonly Promise<Found | undefined>[]): Promise<Found | undefined> {
  return new Promise((resolve, reject) => {
    void Promise.allSettled(asked).then((outcomes) => {
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed === undefined) resolve(undefined);
      else reject(failed.reason);
    });
    for (const question of asked) {
      question.then(
        (found) => {
          if (found !== undefined) resolve(found);
        },
        () => {},
      );
    }
  });
}

/** Returns the results of all shards that answered, and the first failure of the others. */
export async function fromAll<Told>(
  asked: readonly Promise<readonly Told[]>[],
): Promise<{ told: Told[]; failure: unknown }> {
  const outcomes = await Promise.allSettled(asked);
  const told = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  return { told, failure: outcomes.find((outcome) => outcome.status === 'rejected')?.reason };
}

type Stores = ReadonlyMap<string, Pick<PeopleStore, 'copy'>>;

/**
 * True if the account has moved to another shard. Until the old copy is removed, two shards have the account's users,
 * and the old copy is outdated and must be ignored. The old copy is frozen while the other is in use or arrived later.
 * Only a frozen copy is checked; rejects if a shard that may have the other copy does not answer.
 */
export async function hasMoved(
  stores: Stores,
  { account, ...here }: Pick<KnownHere, 'account' | keyof AccountCopy>,
): Promise<boolean> {
  if (!here.frozen) return false;
  const others = [...stores].filter(([shardID]) => shardID !== account.shardID);
  const asked = others.map(async ([, store]) => {
    const there = await store.copy(account.id);
    return there !== undefined && (!there.frozen || there.arrivedOn > here.arrivedOn) ? there : undefined;
  });
  return (await firstFound(asked)) !== undefined;
}

/** Returns the shard's result, unless the account has moved to another shard. */
export async function unlessMoved<Known extends KnownHere>(
  stores: Stores,
  asked: Promise<Known | undefined>,
): Promise<Known | undefined> {
  const known = await asked;
  return known?.frozen && (await hasMoved(stores, known)) ? undefined : known;
}

/**
 * Filters results of accounts that have moved. Results that cannot be checked are left out and reported as a failure.
 */
export async function withoutMoved<Known extends KnownHere>(
  stores: Stores,
  { told, failure }: { told: readonly Known[]; failure: unknown },
): Promise<{ told: Known[]; failure: unknown }> {
  const left = await fromAll(told.map(async (known) => ((await hasMoved(stores, known)) ? [] : [known])));
  return { told: left.told, failure: failure ?? left.failure };
}
