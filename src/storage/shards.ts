/** Opens every shard named in the settings, on either engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import type { Database, Settings } from '../settings.ts';
import type { Shard } from './shard.ts';
import { createParentFolder } from './sqlite/folder.ts';
import { StorageError, UnreachableDatabase } from './storage-error.ts';

/** Maximum wait for a database at the start: covers its own start or a failover. */
export const START_WAIT_MS = 30_000;
/** Pause between two attempts to open an unavailable database. */
export const RETRY_MS = 1_000;

export interface OpenShardsOptions {
  /** `server`: the only server on its SQLite file. `tool`: works beside it. */
  readonly role: 'server' | 'tool';
  readonly readerThreads: number;
  readonly readerQueue: number;
  /**
   * Time limits of a list, and of a client that reads a large page or a stream; disk space for large pages on SQLite.
   */
  readonly listMs?: number;
  readonly pageMs?: number;
  readonly pagesMiB?: number;
  readonly streamMs?: number;
  /** Maximum number of deliveries per second that the changes of one account may create. */
  readonly fanOut?: number;
  readonly poolSize: number;
  /** Keys for secrets; the first one encrypts. PostgreSQL requires at least one. */
  readonly keys?: readonly Uint8Array[];
  /** Size of the memory-mapped part of an SQLite file, in mebibytes. */
  readonly mappedMiB?: number;
  /** Id of a lost key whose secrets are about to be discarded. */
  readonly lostKey?: string;
  /** True if a missing database is created. Otherwise a MissingDatabaseError is thrown. */
  readonly mayCreate: boolean;
  /** Aborted if the shards are no longer wanted: no further shard is opened, and open ones are closed. */
  readonly stopped?: AbortSignal;
  /** Maximum wait for an unavailable database; tools do not wait. */
  readonly waitMs?: number;
  /** Receives the schema version found, and each migration before it is applied. */
  readonly onMigration?: (shardID: string, migration: SchemaProgress) => void;
  /** Logs when a database becomes unavailable and when it is back. The shard reconnects by itself. */
  readonly log?: Log;
}

/** Schema versions; 0 if there was no database. */
export interface SchemaProgress {
  readonly from: number;
  /** Next migration to apply; equals `newest` if none is left. */
  readonly next: number;
  readonly newest: number;
}

/** Returns the limits per account from the settings. */
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

/** Opens all shards or none: if one fails, the others are closed again. */
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

/** Adds the name of the shard to the error, for services with several databases. */
export function nameShard(shardID: string, failure: unknown): Error {
  if (failure instanceof StorageError) failure.message = `Shard ${shardID}: ${failure.message}`;
  return failure as Error;
}

export async function closeShards(shards: ReadonlyMap<string, Shard>): Promise<void> {
  await Promise.all([...shards.values()].map((shard) => shard.close()));
}

/** Opens a shard. Imports only the engine it needs, because most services use one. */
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
