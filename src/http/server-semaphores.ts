/**
 * Limits shared by all clients: connections, active requests and the memory that requests use. Each client can use only
 * a part of each limit, so one client cannot exhaust it. A client is an account. Before its key is checked, and on
 * routes that need no key, it is an address.
 */
import { createFairSemaphore, type FairSemaphore } from '../fairness/budget.ts';

export interface ServerLimits {
  readonly connections: number;
  /** Maximum number of active requests. */
  readonly requests: number;
  /** Maximum number of requests that wait for changes. */
  readonly held: number;
  /** Maximum number of bytes in memory for the bodies and responses of all requests. */
  readonly bytes: number;
  /** Fraction of each limit that one client can use: more than 0, at most 1. */
  readonly share: number;
}

export interface ServerSemaphores {
  readonly connections: FairSemaphore;
  readonly requests: FairSemaphore;
  readonly bytes: FairSemaphore;
  /** Requests that wait for an event. */
  readonly held: FairSemaphore;
  /**
   * Bytes of events being sent to clients that follow a stream. A client that has to wait gets its events a little
   * later.
   */
  readonly streamBytes: FairSemaphore;
  /** Requests with large bodies in progress: these compete for the thread. */
  readonly largeBodies: FairSemaphore;
}

export function createServerSemaphores({ connections, requests, held, bytes, share }: ServerLimits): ServerSemaphores {
  const partOf = (total: number) => Math.max(1, Math.floor(total * share));
  const own = partOf(connections);
  return {
    connections: createFairSemaphore({
      name: 'connections',
      total: connections,
      share: (holder) => (isProxyTenant(holder) ? connections : own),
    }),
    requests: createFairSemaphore({ name: 'requests', total: requests, share: partOf(requests) }),
    bytes: createFairSemaphore({ name: 'bytes', total: bytes, share: partOf(bytes) }),
    held: createFairSemaphore({ name: 'held_requests', total: held, share: partOf(held) }),
    streamBytes: createFairSemaphore({
      name: 'stream_bytes',
      total: Math.max(bytes / STREAM_BYTES_DIVISOR, 2 * MAX_STREAM_CHUNK_BYTES),
      share: Math.max(partOf(bytes / STREAM_BYTES_DIVISOR), MAX_STREAM_CHUNK_BYTES),
      queue: { total: Infinity, share: Infinity },
      waitMs: MAX_STREAM_WAIT_MS,
    }),
    largeBodies: createFairSemaphore({ name: 'large_bodies', ...LARGE_BODY_LIMITS }),
  };
}

/** Stream events can use a fourth of the request memory, in addition to it. */
const STREAM_BYTES_DIVISOR = 4;
/** Upper bound for one page of the feed, with some reserve. */
const MAX_STREAM_CHUNK_BYTES = 4 * 1024 * 1024;
/** A client that has not got its events after this wait is disconnected, and resumes where it was. */
const MAX_STREAM_WAIT_MS = 20_000;

/** Limits large bodies to one per account and to few accounts at a time; other requests are served between them. */
const LARGE_BODY_LIMITS = { total: 4, share: 1, queue: { total: 1_000, share: 250 }, waitMs: 10_000 };

/**
 * Returns the tenant name of a trusted proxy. A proxy serves many clients, so its connections do not count as those of
 * one client.
 */
export function proxyTenant(address: string): string {
  return `proxy ${address}`;
}

export function isProxyTenant(holder: string): boolean {
  return holder.startsWith('proxy ');
}
