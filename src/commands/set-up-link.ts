/** The link by which whoever started an empty service makes the first account: printed, and in a file that only this user can read. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemClock } from '../kernel/time.ts';
import { makeLink } from '../people/links.ts';
import type { Shard } from '../storage/shard.ts';

export const setUpFile = resolve('data/setup-link');

/** Undefined where there is an account already. The one of an earlier start is worth nothing any more. */
export async function makeSetUpLink(shards: Iterable<Shard>, publicUrl: string): Promise<string | undefined> {
  const all = [...shards];
  const accounts = await Promise.all(all.map((shard) => shard.accounts.list()));
  if (accounts.flat().length > 0) {
    rmSync(setUpFile, { force: true });
    return undefined;
  }
  const { link } = await makeLink(
    all[0]!.people,
    { clock: systemClock, random: randomBytes, publicUrl },
    'setup',
    undefined,
  );
  mkdirSync(dirname(setUpFile), { recursive: true });
  // Removed first: writing into a file that is there would leave it readable for whoever could read that.
  rmSync(setUpFile, { force: true });
  writeFileSync(setUpFile, `${link}\n`, { mode: 0o600 });
  return link;
}
