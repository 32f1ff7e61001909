import { Unanswerable } from '../problems.ts';

/** Ignores temporary database failures, for work that can be skipped; rethrows others. */
export function passedOver(failure: unknown): void {
  if (!(failure instanceof Unanswerable)) throw failure;
}

/** Runs the work for each account in turn; a temporary database failure in one account does not stop the others. */
export async function inEach<One, Done>(
  all: readonly One[],
  work: (one: One) => Promise<Done>,
): Promise<{ done: Done[]; failure: Unanswerable | undefined }> {
  const done: Done[] = [];
  let failure: Unanswerable | undefined;
  for (const one of all) {
    try {
      done.push(await work(one));
    } catch (cause) {
      if (!(cause instanceof Unanswerable)) throw cause;
      failure ??= cause;
    }
  }
  return { done, failure };
}
