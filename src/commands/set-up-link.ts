/** The link by which whoever started an empty service makes the first account: printed, and in a file that only this user can read. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../kernel/time.ts';
import { makeLink } from '../people/links.ts';
import type { Shard } from '../storage/shard.ts';
import { leaveFile, takeAwayFile } from './left-file.ts';

/** Undefined where there is an account already. The one of an earlier start is worth nothing any more. */
export async function makeSetUpLink(
  shards: Iterable<Shard>,
  consoleUrl: string,
  file: string,
): Promise<string | undefined> {
  const all = [...shards];
  const accounts = await Promise.all(all.map((shard) => shard.accounts.list()));
  if (accounts.flat().length > 0) {
    takeAwayFile(file);
    return undefined;
  }
  const { link } = await makeLink(
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
