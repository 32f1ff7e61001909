/** Opens every shard the settings name, whichever engine each is kept on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import type { Database, Settings } from '../settings.ts';
import type { Shard } from './shard.ts';
import { createParentFolder } from './sqlite/folder.ts';
import { StorageError, UnreachableDatabase } from './storage-error.ts';

/** As long as a database takes to start, or a failover to end. */
export const START_WAIT_MS = 30_000;
/** Between two tries to open a database that is away. */
export const RETRY_MS = 1_000;

export interface OpenShardsOptions {
  /** A server owns its SQLite file alone; tools work beside it. */
  readonly role: 'server' | 'tool';
  readonly readerThreads: number;
  readonly readerQueue: number;
  /** How long a list, and a client of a large page or of a stream, may take; how much of the disk such pages may take on SQLite. */
  readonly listMs?: number;
  readonly pageMs?: number;
  readonly pagesMiB?: number;
  readonly streamMs?: number;
  /** How many deliveries a second the changes of one account may make. */
  readonly fanOut?: number;
  readonly poolSize: number;
  /** What secrets are encrypted with, the first; PostgreSQL needs one. */
  readonly keys?: readonly Uint8Array[];
  /** Mebibytes of an SQLite file that are read in place. */
  readonly mappedMiB?: number;
  /** The id of a key that is lost: what is under it is about to be given up. */
  readonly lostKey?: string;
  /** Whether a database that is not there is made; otherwise a MissingDatabase is thrown. */
  readonly mayCreate: boolean;
  /** Aborted where they are no longer wanted: no further one is opened, and those that are open are closed. */
  readonly stopped?: AbortSignal;
  /** How long to wait for a database that is away; tools wait for none. */
  readonly waitMs?: number;
  /** Is told of the schema as it was found, and of each migration that is about to be applied. */
  readonly onMigration?: (shardID: string, migration: SchemaProgress) => void;
  /** Is told when a database goes away and when it is back; the shard mends its connections by itself. */
  readonly log?: Log;
}

/** Schema versions; 0 where there was no database. */
export interface SchemaProgress {
  readonly from: number;
  /** The migration that is applied next; `newest` where none is left. */
  readonly next: number;
  readonly newest: number;
}

/** What one account may take, as the settings say. */
export function accountLimitsOf(settings: Settings) {
  return {
    readerQueue: settings.MDS_READER_QUEUE,
    listMs: settings.MDS_LIST_TIMEOUT_MS,
    pageMs: settings.MDS_LARGE_PAGE_MS,
    pagesMiB: settings.MDS_LARGE_PAGES_MIB,
    streamMs: settings.MDS_STREAM_MS,
    fanOut: settings.MDS_WEBHOOK_FAN_OUT,
  };
}

/** All or none: a shard that cannot be opened closes the others again. */
export async function openShards(
  databases: ReadonlyMap<string, Database>,
  options: OpenShardsOptions,
): Promise<ReadonlyMap<string, Shard>> {
  const shards = new Map<string, Shard>();
  try {
    for (const [shardID, database] of databases) {
      const opening = openInTime(shardID, database, options);
      const naming = (failure: unknown) => {
        throw nameShard(shardID, failure);
      };
      shards.set(shardID, databases.size === 1 ? await opening : await opening.catch(naming));
      options.stopped?.throwIfAborted();
    }
    return shards;
  } catch (error) {
    await closeShards(shards);
    throw error;
  }
}

async function openInTime(shardID: string, database: Database, options: OpenShardsOptions): Promise<Shard> {
  const until = performance.now() + (options.waitMs ?? 0);
  for (;;) {
    try {
      return await openShard(shardID, database, options);
    } catch (failure) {
      if (!(failure instanceof UnreachableDatabase) || performance.now() >= until) throw failure;
      await sleep(RETRY_MS);
    }
  }
}

/** Of several databases it is said which one cannot be used. */
export function nameShard(shardID: string, failure: unknown): Error {
  if (failure instanceof StorageError) failure.message = `Shard ${shardID}: ${failure.message}`;
  return failure as Error;
}

export async function closeShards(shards: ReadonlyMap<string, Shard>): Promise<void> {
  await Promise.all([...shards.values()].map((shard) => shard.close()));
}

/** Of the two engines most services use one: the other is not loaded. */
export async function openShard(shardID: string, database: Database, options: OpenShardsOptions): Promise<Shard> {
  const onMigration = (progress: SchemaProgress) => options.onMigration?.(shardID, progress);
  if (database.engine === 'postgres') {
    const { openPostgresShard } = await import('./postgres/shard.ts');
    return openPostgresShard({ shardID, url: database.url, ...options, onMigration });
  }
  if (options.mayCreate) createParentFolder(database.file);
  const { openSqliteShard } = await import('./sqlite/shard.ts');
  return openSqliteShard({ shardID, file: database.file, ...options, onMigration });
}
