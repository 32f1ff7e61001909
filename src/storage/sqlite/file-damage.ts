/** Checks the integrity of the database file with `PRAGMA quick_check`, which reads all of it. */
import type { DatabaseSync } from 'node:sqlite';
import type { Finding } from '../shard.ts';
import { MAX_FINDINGS } from '../upkeep/webhook-checks.ts';
import { isDamage } from './failures.ts';

/** Returns the damage found. If the damage stops SQLite, returns what it found up to that point. */
export function findFileDamage(db: DatabaseSync): Finding[] {
  const findings: Finding[] = [];
  const tell = (line: string) => findings.push({ message: `the file is damaged: ${line}` });
  try {
    for (const { quick_check } of db.prepare(`PRAGMA quick_check(${MAX_FINDINGS})`).iterate()) {
      // The first row is several lines, under a heading.
      const lines = (quick_check as string).split('\n');
      for (const line of lines) if (line !== 'ok' && !line.startsWith('***')) tell(line);
    }
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    tell((failure as Error).message);
  }
  return findings;
}
