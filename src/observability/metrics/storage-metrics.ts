/**
 * Metrics of each shard's database: connections, waiting slow lists, the write-ahead log, and the number of changes per
 * commit.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseStats } from '../../storage/database-stats.ts';
import type { Shard } from '../../storage/shard.ts';

export interface StorageMetrics {
  watchShards(shards: Iterable<Pick<Shard, 'id' | 'vitals'>>): void;
}

export function storageMetrics(registry: Registry): StorageMetrics {
  const registers = [registry];
  let shards: readonly Pick<Shard, 'id' | 'vitals'>[] = [];
  gauge('mds_database_connections', 'PostgreSQL: connections of the pool for requests, by what they do.', {
    busy: ({ pool }) => pool && pool.open - pool.idle,
    idle: ({ pool }) => pool?.idle,
  });
  gauge(
    'mds_database_waiting',
    'Requests that wait for the database: a connection (PostgreSQL), a reader thread (SQLite) or the next commit.',
    {
      connection: ({ pool }) => pool?.waiting,
      reader: ({ slowLists }) => slowLists?.waiting,
      commit: ({ commits }) => commits?.waiting,
    },
  );
  gauge('mds_slow_lists_running', 'SQLite: lists that a reader thread is working on.', {
    reader: ({ slowLists }) => slowLists?.held,
  });
  gauge('mds_write_ahead_log_bytes', 'SQLite: the file that holds what was committed and is not in the database yet.', {
    file: ({ log }) => log?.bytes,
  });
  counter('mds_commits_total', 'Transactions of changes.', ({ commits }) => commits?.made);
  counter(
    'mds_committed_changes_total',
    'Changes in them, of records and on SQLite of deliveries; divided by the commits, how many share one.',
    ({ commits }) => commits?.changes,
  );

  return {
    watchShards(watched) {
      shards = [...watched];
    },
  };

  function gauge(
    name: string,
    help: string,
    kinds: Record<string, (vitals: DatabaseStats) => number | undefined>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ['shard', 'kind'],
      registers,
      collect() {
        for (const { id: shard, vitals } of shards) {
          for (const [kind, read] of Object.entries(kinds)) {
            const value = read(vitals());
            if (value !== undefined) this.set({ shard, kind }, value);
          }
        }
      },
    });
  }

  function counter(name: string, help: string, read: (vitals: DatabaseStats) => number | undefined): void {
    const before = new Map<string, number>();
    new Counter({
      name,
      help,
      labelNames: ['shard'],
      registers,
      collect() {
        for (const { id: shard, vitals } of shards) {
          const total = read(vitals());
          if (total === undefined) continue;
          this.inc({ shard }, total - (before.get(shard) ?? 0));
          before.set(shard, total);
        }
      },
    });
  }
}
