/**
 * Wraps a shard whose database is not open yet. It rejects everything with 503 until then, and forwards everything from
 * then on. So other parts handle a database unavailable at the start like one that fails later.
 */
import type { RateLimit } from '../accounts/rate-limit.ts';
import { DatabaseAway } from '../problems.ts';
import type { Shard } from './shard.ts';
import { databaseAway } from './sql/database-problems.ts';
import { StorageError } from './storage-error.ts';

export interface DeferredShard {
  readonly shard: Shard;
  /** Forwards everything to this shard from now on, and calls the waiting listeners. */
  open(opened: Shard): void;
}

export interface DeferredOptions {
  readonly id: string;
  readonly engine: Shard['engine'];
  /** Returns why the shard is not open, for the readiness check. */
  readonly reason: () => string;
  readonly close: () => Promise<void>;
}

export function deferShard({ id, engine, reason, close }: DeferredOptions): DeferredShard {
  let opened: Shard | undefined;
  const waiting: (() => void)[] = [];
  const listeners: (() => void)[] = [];

  const shard: Shard = {
    id,
    engine,
    accounts: deferStore(() => current().accounts, {
      onChanged: (listener) => (opened === undefined ? listeners.push(listener) : opened.accounts.onChanged(listener)),
    }),
    people: deferStore(() => current().people, {
      attempts: engine === 'postgres' ? deferStore(() => current().people.attempts!) : undefined,
    }),
    mail: deferStore(() => current().mail),
    rateLimit: (policy) => deferRateLimit(() => current().rateLimit(policy)),
    records: (account) => current().records(account),
    log: (account) => current().log(account),
    proposals: (account) => current().proposals(account),
    figures: (account) => current().figures(account),
    bulk: (account) => current().bulk(account),
    subscriptions: (account, integrationID) => current().subscriptions(account, integrationID),
    deliveryLog: (account, integrationID) => current().deliveryLog(account, integrationID),
    insight: (account, integrationID) => current().insight(account, integrationID),
    recoveries: (account, integrationID, keptMs) => current().recoveries(account, integrationID, keptMs),
    recovering: (keptMs) => current().recovering(keptMs),
    get proposalArchive() {
      return current().proposalArchive;
    },
    get deliveries() {
      return current().deliveries;
    },
    get archive() {
      return current().archive;
    },
    get secrets() {
      return current().secrets;
    },
    whenOpen: (listener) => void (opened === undefined ? waiting.push(listener) : listener()),
    async ping() {
      if (opened === undefined) throw new StorageError(reason());
      await opened.ping();
    },
    warm: async () => opened?.warm(),
    exportAccount: async (account, receive) => current().exportAccount(account, receive),
    importAccount: async (account, rows, audit) => current().importAccount(account, rows, audit),
    completeDocuments: async (progress) => current().completeDocuments(progress),
    examine: async (progress) => current().examine(progress),
    vitals: () => opened?.vitals() ?? {},
    get budgets() {
      return opened?.budgets ?? [];
    },
    backlog: async () => current().backlog(),
    close,
  };

  return {
    shard,
    open(now) {
      opened = now;
      for (const listener of listeners) now.accounts.onChanged(listener);
      for (const listener of waiting) listener();
    },
  };

  function current(): Shard {
    if (opened === undefined) throw new DatabaseAway(databaseAway());
    return opened;
  }
}

/**
 * Wraps a store with only asynchronous methods: each rejects until the shard is open. `own` provides the other members.
 */
function deferStore<Store extends object>(current: () => Store, own: Partial<Store> = {}): Store {
  const answer = (name: string) => {
    return async (...given: unknown[]) => {
      const store = current() as Record<string, (...given: unknown[]) => unknown>;
      return store[name]!(...given);
    };
  };
  return new Proxy(own as Store, {
    get: (_, name) => (name in own ? own[name as keyof Store] : answer(name as string)),
  });
}

/**
 * Defers the rate limit until the shard is open. Only keys in the database are counted, so nothing is counted before.
 */
function deferRateLimit(make: () => RateLimit): RateLimit {
  let made: RateLimit | undefined;
  const limit = () => (made ??= make());
  return {
    admit: (key) => limit().admit(key),
    recount: (key, units, since) => limit().recount(key, units, since),
    standing: (key) => limit().standing(key),
  };
}
