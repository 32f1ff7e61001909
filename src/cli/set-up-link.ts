/** The link by which whoever started an empty service makes the first account: printed, and in a file that only this user can read. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/time.ts';
import { fromAll } from '../people/all-shards.ts';
import { createLink } from '../people/links.ts';
import { Unanswerable } from '../problems.ts';
import type { Shard } from '../storage/shard.ts';
import { leaveFile, takeAwayFile } from './left-file.ts';

/** Undefined where there is an account already, or may be one on a shard that does not answer. The one of an earlier start is worth nothing any more. */
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
