/**
 * Commits changes, and whatever else is written while the service runs. Those that wait share one transaction and one
 * flush to the disk. Where one of them fails, all are rolled back and written again, each in a savepoint of its own, so
 * that it takes nothing of the others with it; what is refused by a rule is refused before it writes, and costs nobody
 * anything. Nobody is answered before COMMIT has returned.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../lib/time.ts';
import type { Problem } from '../../../problems.ts';
import type { Change, ChangeResult } from '../../../records/store.ts';
import type { OutageLog } from '../../outage-log.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { isBusy, problemOf, uniqueViolationProblem } from '../../sqlite/failures.ts';
import type { SqliteWebhookHooks } from '../../webhooks/transaction-hooks.sqlite.ts';
import { writeChange } from './write-change.sqlite.ts';

export interface Committer {
  change(account: number, change: Change): Promise<ChangeResult | Problem>;
  /** Runs the work in the next transaction; it must not wait, and may be run again. A Problem where none can be begun. */
  write<Result>(work: (now: number) => Result): Promise<Result | Problem>;
  /**
   * Runs the work like `write`, but before everything that waits. Used for results of deliveries: after a crash,
   * deliveries without a stored result are sent again. Only one at a time, so that changes are not delayed.
   */
  writeFirst<Result>(work: (now: number) => Result): Promise<Result | Problem>;
  /** Resolves when every change that waits has been answered. */
  finish(): Promise<void>;
  /** Transactions so far, the changes in them, and those that wait for the next. */
  tally(): { readonly made: number; readonly changes: number; readonly waiting: number };
}

/**
 * Limits of a batch, which ends at the first one reached: no change waits long behind others, and `now` is never far
 * from the commit.
 */
const MAX_BATCH_CHANGES = 200;
const MAX_BATCH_MS = 20;
/** Maximum time for which a batch waits for changes that are about to join it. */
const MAX_BATCH_WAIT_MS = 3;
/** Maximum time for which a change waits while another program writes, and the pause between two attempts. */
const MAX_BUSY_WAIT_MS = 2_000;
const BUSY_RETRY_MS = 10;

interface Waiting {
  readonly since: number;
  write(): unknown;
  /** Returns the Problem that this failure means for this change alone, if it means one. */
  refusal(failure: unknown): Problem | undefined;
  answer(outcome: Outcome): void;
}

/** A fault is an error of ours: it rejects the promise of its own change. */
type Outcome = { readonly answer: unknown } | { readonly fault: unknown };

/** Observes whether transactions can be made: receives every success, and every failure to make one. */
export interface CommitObserver extends Pick<OutageLog, 'failed' | 'answered'> {
  /** Once those in it have been answered. */
  committed?(): void;
}

export function createCommitter(
  connection: SqliteConnection,
  clock: Clock,
  hooks: SqliteWebhookHooks | undefined,
  observer: CommitObserver = { failed() {}, answered() {} },
): Committer {
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let made = 0;
  let changes = 0;

  return {
    change(account, change) {
      const inItsTurn = () =>
        enqueue<ChangeResult>(
          () => writeChange({ connection, now: clock.now(), hooks }, account, change),
          (failure) => uniqueViolationProblem(failure, change.type),
        );
      return hooks === undefined ? inItsTurn() : hooks.paced(account, inItsTurn);
    },
    write: (work) => enqueue(() => work(clock.now())),
    writeFirst: (work) => enqueue(() => work(clock.now()), undefined, 'first'),
    async finish() {
      await running;
    },
    tally: () => ({ made, changes, waiting: queue.length }),
  };

  function enqueue<Result>(
    write: () => Result | Problem,
    refusal: Waiting['refusal'] = () => undefined,
    place: 'first' | 'last' = 'last',
  ): Promise<Result | Problem> {
    const answered = new Promise<Result | Problem>((resolve, reject) => {
      const answer = (outcome: Outcome) =>
        'fault' in outcome ? reject(outcome.fault) : resolve(outcome.answer as Result | Problem);
      const waiting = { since: performance.now(), write, refusal, answer };
      if (place === 'first') queue.unshift(waiting);
      else queue.push(waiting);
    });
    running ??= run();
    return answered;
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await everybodyHere();
      const attempt = commitTogether();
      if (attempt !== 'busy') continue;
      await pause(BUSY_RETRY_MS);
    }
    running = undefined;
  }

  /**
   * Lets every request that has arrived by now join, and those that follow as long as every turn of the event loop brings
   * some: what few turns gather costs one flush. What arrives during a commit makes up the next batch.
   */
  async function everybodyHere(): Promise<void> {
    const until = performance.now() + MAX_BATCH_WAIT_MS;
    let here: number;
    do {
      here = queue.length;
      await new Promise(setImmediate);
    } while (queue.length > here && queue.length < MAX_BATCH_CHANGES && performance.now() < until);
  }

  function commitTogether(): 'done' | 'busy' {
    try {
      connection.prepare('BEGIN IMMEDIATE').run();
    } catch (failure) {
      return refuse(failure);
    }
    const batch: Waiting[] = [];
    let outcomes: Outcome[] = [];
    const until = performance.now() + MAX_BATCH_MS;
    try {
      while (queue.length > 0 && batch.length < MAX_BATCH_CHANGES && performance.now() < until) {
        batch.push(queue.shift()!);
        outcomes.push({ answer: batch.at(-1)!.write() });
      }
      connection.prepare('COMMIT').run();
      observer.answered();
    } catch (failure) {
      rollBack();
      outcomes = batch.length === 1 ? [outcomeOf(failure, batch[0]!)] : commitApart(batch);
    }
    made++;
    changes += batch.length;
    batch.forEach((waiting, n) => {
      waiting.answer(outcomes[n]!);
    });
    observer.committed?.();
    return 'done';
  }

  /** Runs the batch again, each change in a savepoint, so that a faulty change fails alone. */
  function commitApart(batch: readonly Waiting[]): Outcome[] {
    try {
      return connection.transaction(() => batch.map(inSavepoint));
    } catch {
      // Not one of them but the transaction has failed. What each gets to hear, it hears by itself.
      return batch.map(commitAlone);
    }
  }

  /**
   * Runs one change in a savepoint. Throws only if the whole transaction has ended, as on a full disk, because further
   * changes would run outside any transaction.
   */
  function inSavepoint(waiting: Waiting): Outcome {
    connection.prepare('SAVEPOINT change').run();
    let outcome: Outcome;
    try {
      outcome = { answer: waiting.write() };
    } catch (failure) {
      if (!connection.db.isTransaction) throw failure;
      connection.prepare('ROLLBACK TO change').run();
      outcome = outcomeOf(failure, waiting);
    }
    connection.prepare('RELEASE change').run();
    return outcome;
  }

  function commitAlone(waiting: Waiting): Outcome {
    try {
      return connection.transaction(() => ({ answer: waiting.write() }));
    } catch (failure) {
      return outcomeOf(failure, waiting);
    }
  }

  function rollBack(): void {
    if (connection.db.isTransaction) connection.prepare('ROLLBACK').run();
  }

  /**
   * Handles a transaction that could not begin. While another program writes, changes wait for some time; otherwise all
   * are refused.
   */
  function refuse(failure: unknown): 'done' | 'busy' {
    const latest = isBusy(failure) ? performance.now() - MAX_BUSY_WAIT_MS : Infinity;
    for (const waiting of queue.splice(0)) {
      if (waiting.since <= latest) waiting.answer(outcomeOf(failure, waiting));
      else queue.push(waiting);
    }
    return 'busy';
  }

  function outcomeOf(failure: unknown, waiting: Waiting): Outcome {
    const refusal = waiting.refusal(failure);
    if (refusal !== undefined) return { answer: refusal };
    const problem = problemOf(failure);
    if (problem === undefined) return { fault: failure };
    observer.failed(failure as Error);
    return { answer: problem };
  }
}
