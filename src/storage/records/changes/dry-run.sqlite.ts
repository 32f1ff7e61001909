/**
 * Decides the result of changes without making them, on a connection that cannot write. It is opened on first use,
 * because command-line tools and most tests never need it.
 */

import { createEqualPause } from '../../../fairness/equal-pause.ts';
import type { Clock } from '../../../lib/time.ts';
import { MAX_SLICE_MS } from '../../../lib/turns.ts';
import type { Problem } from '../../../problems.ts';
import type { Change, DryRunContext } from '../../../records/store.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { openConnection, type SqliteConnection } from '../../sqlite/connection.ts';
import { problemOf } from '../../sqlite/failures.ts';
import { readRecord } from '../records.sqlite.ts';
import { lookUpNeeds } from './needs.sqlite.ts';
import { isFrozen, nextID } from './write-change.sqlite.ts';

export interface DryRunner {
  rehearse(account: number, changes: readonly Change[]): Promise<readonly DryRunContext[] | Problem>;
  close(): void;
}

/** Readers wait only for a write-ahead log that is being reopened. The wait blocks the thread. */
const BUSY_TIMEOUT_MS = 50;
const CACHE_MIB = 4;

export function createDryRunner(file: string, clock: Clock): DryRunner {
  let opened: SqliteConnection | undefined;
  return {
    async rehearse(account, changes) {
      try {
        opened ??= openConnection({ file, access: 'read', busyTimeoutMs: BUSY_TIMEOUT_MS, cacheMiB: CACHE_MIB });
        const connection = opened;
        const rehearsals: DryRunContext[] = [];
        const rested = createEqualPause();
        while (rehearsals.length < changes.length)
          await rested(async () => connection.snapshot(() => rehearseSome(connection, account, changes, rehearsals)));
        return rehearsals;
      } catch (failure) {
        const problem = problemOf(failure);
        if (problem === undefined) throw failure;
        return problem;
      }
    },
    close: () => opened?.close(),
  };

  /**
   * Decides as many changes as fit into a short time slice: one change of a large record takes as long as others may
   * wait.
   */
  function rehearseSome(
    connection: SqliteConnection,
    account: number,
    changes: readonly Change[],
    done: DryRunContext[],
  ): void {
    const until = performance.now() + MAX_SLICE_MS;
    do done.push(rehearse(connection, account, changes[done.length]!, clock.now()));
    while (done.length < changes.length && performance.now() < until);
  }
}

function rehearse(connection: SqliteConnection, account: number, change: Change, now: number): DryRunContext {
  const current = change.id === 'new' ? undefined : readRecord(connection, account, change.type, change.id);
  const id = change.id === 'new' ? nextID(connection, account, change) : change.id;
  if (isFrozen(connection, account)) {
    const refused = { decision: 'refused', problem: accountFrozen() } as const;
    return { current, moment: { now, id }, decision: refused, decideAt: () => refused };
  }
  const found = lookUpNeeds(connection, account, change, current, id);
  const decideAt = (at: number) => change.decide(current, found, { now: at, id });
  return { current, moment: { now, id }, decision: decideAt(now), decideAt };
}
