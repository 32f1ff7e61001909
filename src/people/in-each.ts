import { Unanswerable } from '../problems.ts';

/** Behind what need not be done now: that it cannot be harms nobody. */
export function passedOver(failure: unknown): void {
  if (!(failure instanceof Unanswerable)) throw failure;
}

/** What a person does in several accounts, one after the other: one that cannot have it done now keeps it from none of the others. */
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
