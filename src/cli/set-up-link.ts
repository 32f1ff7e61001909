/**
 * Creates the link with which the operator of an empty service creates the first account. It is printed, and written to
 * a file that only this user can read.
 */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/time.ts';
import { fromAll } from '../people/all-shards.ts';
import { createLink } from '../people/links.ts';
import { Unanswerable } from '../problems.ts';
import type { Shard } from '../storage/shard.ts';
import { leaveFile, takeAwayFile } from './left-file.ts';

/**
 * Creates the link and invalidates that of an earlier start. Returns undefined if an account exists, or may exist on a
 * shard that does not answer.
 */
export async function createSetUpLink(
  shards: Iterable<Shard>,
  consoleUrl: string,
  file: string,
): Promise<string | undefined> {
  const all = [...shards];
  const { told: accounts, failure } = await fromAll(all.map((shard) => shard.accounts.list()));
  if (accounts.length > 0) {
    takeAwayFile(file);
    return undefined;
  }
  if (failure instanceof Unanswerable) return undefined;
  if (failure !== undefined) throw failure;
  const { link } = await createLink(
    all[0]!.people,
    { clock: systemClock, random: randomBytes, consoleUrl },
    'setup',
    undefined,
  );
  leaveFile(
    file,
    `${link}
`,
  );
  return link;
}
