/** Questions to every shard at once. One whose database is away harms nobody whose account is elsewhere. */

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
