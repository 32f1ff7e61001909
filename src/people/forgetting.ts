/** Periodically deletes expired data: sessions, links, key usage, and audit entries past their retention. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/time.ts';
import type { PeopleStore } from './store.ts';

export interface CleanupOptions {
  readonly store: PeopleStore;
  readonly clock: Clock;
  readonly idleMs: number;
  readonly longestMs: number;
  readonly auditMs: number;
  readonly everyMs: number;
  readonly pauseMs: number;
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Retention of expired links, so that an operator can tell them apart in the database from links that never existed.
 */
const LINKS_KEPT_MS = 30 * 24 * 3_600_000;

/** Retention of hourly key usage. */
const USAGE_KEPT_MS = 31 * 24 * 3_600_000;

export async function startCleanup(options: CleanupOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await cleanUpOnce(options, stopped).catch(options.onFailure);
    await sleep(options.everyMs, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
}

export async function cleanUpOnce(options: CleanupOptions, stopped?: AbortSignal): Promise<void> {
  const { store, clock, idleMs, longestMs, auditMs, pauseMs } = options;
  const now = clock.now();
  const before = {
    sessionsSeen: now - idleMs,
    sessionsMade: now - longestMs,
    links: now - LINKS_KEPT_MS,
    audit: now - auditMs,
    usageHour: Math.floor((now - USAGE_KEPT_MS) / 3_600_000),
    ceremonies: now,
  };
  while (!stopped?.aborted && (await store.forget(before)) > 0) await sleep(pauseMs, undefined, { ref: false });
}
