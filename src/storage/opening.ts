/**
 * Opens the shards of a server. An unavailable database does not block the others: opening it is retried, also while
 * the others serve requests. A database that needs repair ends the start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { noLog } from '../lib/log.ts';
import type { Database } from '../settings.ts';
import { type DeferredShard, deferShard } from './deferred-shard.ts';
import { createOutageLog } from './outage-log.ts';
import type { Shard } from './shard.ts';
import { nameShard, type OpenShardsOptions, openShard, RETRY_MS, START_WAIT_MS } from './shards.ts';
import { StorageError, UnreachableDatabase } from './storage-error.ts';

/** Time the start waits for a shard that is still opening while another is ready, as during a migration. */
const STRAGGLER_MS = 10_000;
const LOOK_MS = 50;
/**
 * Pause between retries of a database that needs repair. It is longer, because the database logs each rejected attempt.
 */
const MENDING_RETRY_MS = 10_000;

/**
 * Returns all shards, at least one of them open. Throws if a database needs repair, or none could be opened in time.
 */
export async function openServing(
  databases: ReadonlyMap<string, Database>,
  options: OpenShardsOptions,
): Promise<ReadonlyMap<string, Shard>> {
  const isAlone = databases.size === 1;
  const openings = Array.from(databases, ([shardID, database]) => new Opening(shardID, database, isAlone, options));
  try {
    await untilServing(openings, options);
    return new Map(openings.map((opening) => [opening.shardID, opening.serve()]));
  } catch (failure) {
    await Promise.all(openings.map((opening) => opening.close()));
    throw failure;
  }
}

async function untilServing(
  openings: readonly Opening[],
  { stopped, waitMs = START_WAIT_MS }: Pick<OpenShardsOptions, 'stopped' | 'waitMs'>,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    stopped?.throwIfAborted();
    const failures = openings.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
    const toMend = failures.find((failure) => !(failure instanceof UnreachableDatabase));
    if (toMend !== undefined) throw toMend;
    const open = openings.filter(({ isOpen }) => isOpen).length;
    const waitedMs = performance.now() - began;
    if (open > 0 && (open + failures.length === openings.length || waitedMs > STRAGGLER_MS)) return;
    const isPausing = openings.every(({ isTrying }) => !isTrying);
    if (open === 0 && isPausing && waitedMs >= waitMs) throw noneOpened(failures, waitMs);
    await Promise.race([...openings.map(({ changed }) => changed), sleep(LOOK_MS)]);
  }
}

function noneOpened(failures: readonly Error[], waitMs: number): StorageError {
  const reasons = failures.map(({ message }) => message).join('\n');
  const [last] = failures;
  return new StorageError(
    `${reasons}\nThe start has waited ${waitMs / 1000} s for it. Start the database, or see what names it: DATABASE_URL or MDS_SHARDS.`,
    { cause: last },
  );
}

/** A shard that is being opened. */
class Opening {
  readonly shardID: string;
  /** Error of the last attempt to open it. */
  failure: Error | undefined;
  isTrying = true;
  /** Resolves at the next change of state. */
  changed: Promise<void>;
  readonly #database: Database;
  readonly #isAlone: boolean;
  readonly #options: OpenShardsOptions;
  readonly #closed = new AbortController();
  readonly #done: Promise<void>;
  #change: () => void;
  #opened: Shard | undefined;
  #deferred: DeferredShard | undefined;

  constructor(shardID: string, database: Database, isAlone: boolean, options: OpenShardsOptions) {
    this.shardID = shardID;
    this.#database = database;
    this.#isAlone = isAlone;
    this.#options = options;
    ({ promise: this.changed, resolve: this.#change } = Promise.withResolvers<void>());
    this.#done = this.#keepTrying();
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Returns the shard, or a deferred one that rejects requests until it is open. */
  serve(): Shard {
    if (this.#opened !== undefined) return this.#opened;
    this.#deferred = deferShard({
      id: this.shardID,
      engine: this.#database.engine,
      reason: () => this.#reason(),
      close: () => this.close(),
    });
    return this.#deferred.shard;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#done;
    await this.#opened?.close();
  }

  /** Returns the reason for the public readiness check, so it never names the server. Details are only in the log. */
  #reason(): string {
    if (this.failure === undefined) return 'The database is still being opened.';
    return this.failure instanceof UnreachableDatabase
      ? 'The database cannot be reached.'
      : 'The database cannot be used as it is; the log says why.';
  }

  async #keepTrying(): Promise<void> {
    const { log = noLog } = this.#options;
    const words = { away: 'is away', back: 'is back' };
    const outage = createOutageLog({ shardID: this.shardID, log, words, calmMs: 0 });
    let told = '';
    while (!this.#closed.signal.aborted) {
      this.isTrying = true;
      try {
        this.#opened = await openShard(this.shardID, this.#database, this.#options);
        this.failure = undefined;
        outage.answered();
        break;
      } catch (failure) {
        this.failure = this.#isAlone ? (failure as Error) : nameShard(this.shardID, failure);
        if (this.failure instanceof UnreachableDatabase) outage.failed(this.failure);
        // Before the shard is served, this failure ends the start, which reports it.
        else if (this.#deferred !== undefined && told !== this.failure.message) {
          told = this.failure.message;
          log.error({ shard: this.shardID, err: failure }, `the database of shard ${this.shardID} cannot be used`);
        }
      }
      this.isTrying = false;
      this.#tell();
      const pauseMs = this.failure instanceof UnreachableDatabase ? RETRY_MS : MENDING_RETRY_MS;
      await sleep(pauseMs, undefined, { signal: this.#closed.signal }).catch(() => {});
    }
    this.isTrying = false;
    if (this.#opened !== undefined && !this.#closed.signal.aborted) this.#deferred?.open(this.#opened);
    this.#tell();
  }

  #tell(): void {
    const tell = this.#change;
    ({ promise: this.changed, resolve: this.#change } = Promise.withResolvers<void>());
    tell();
  }
}
