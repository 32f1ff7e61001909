/** Questions to every shard at once. One whose database is away harms nobody whose account is elsewhere. */
import type { AccountCopy, KnownHere, PeopleStore } from './store.ts';

/** The first that is found; undefined where all have answered and none has it. Where it may be on one that did not answer, it fails as that did. */
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

/** What those say who answer, and why the others do not. */
export async function fromAll<Told>(
  asked: readonly Promise<readonly Told[]>[],
): Promise<{ told: Told[]; failure: unknown }> {
  const outcomes = await Promise.allSettled(asked);
  const told = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  return { told, failure: outcomes.find((outcome) => outcome.status === 'rejected')?.reason };
}

type Stores = ReadonlyMap<string, Pick<PeopleStore, 'copy'>>;

/**
 * Until an account that has moved is removed where it was, two shards know its people, and the one that it has left as they were then: that one
 * counts for nothing. It is the one that is frozen beside one in use, or beside one that has arrived later. Only of a frozen one is that asked;
 * it fails where a shard that may have the other does not answer.
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

/** What a shard says, unless the account has moved to another. */
export async function unlessMoved<Known extends KnownHere>(
  stores: Stores,
  asked: Promise<Known | undefined>,
): Promise<Known | undefined> {
  const known = await asked;
  return known?.frozen && (await hasMoved(stores, known)) ? undefined : known;
}

/** The same of what several say. Whoever cannot be told from one who has moved is among those who did not answer. */
export async function withoutMoved<Known extends KnownHere>(
  stores: Stores,
  { told, failure }: { told: readonly Known[]; failure: unknown },
): Promise<{ told: Known[]; failure: unknown }> {
  const left = await fromAll(told.map(async (known) => ((await hasMoved(stores, known)) ? [] : [known])));
  return { told: left.told, failure: failure ?? left.failure };
}
