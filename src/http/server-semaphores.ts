/**
 * What clients share: connections, requests under way, bytes held for them. Each is a budget of which one client gets a part,
 * so that whatever it does the rest is left to others. A client is an account; before its key is looked at, and for what needs
 * no key, it is an address.
 */
import { createFairSemaphore, type FairSemaphore } from '../fairness/budget.ts';

export interface ServerLimits {
  readonly connections: number;
  /** Requests under way at once. */
  readonly requests: number;
  /** Requests that wait for changes at once. */
  readonly held: number;
  /** Bytes that their bodies and their answers may hold together. */
  readonly bytes: number;
  /** Of each of these, what one client may have: more than 0, at most 1. */
  readonly share: number;
}

export interface ServerSemaphores {
  readonly connections: FairSemaphore;
  readonly requests: FairSemaphore;
  readonly bytes: FairSemaphore;
  /** Requests that wait for something to happen. */
  readonly held: FairSemaphore;
  /** Bytes of events on their way to those who follow a stream: whoever has to wait gets them a little later. */
  readonly streamBytes: FairSemaphore;
  /** Requests with large bodies that are being worked on: what is scarce is the thread. */
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

/** Beside what requests hold, a fourth as much again. */
const STREAM_BYTES_DIVISOR = 4;
/** Bytes that a page of the feed may come to, and some more. */
const MAX_STREAM_CHUNK_BYTES = 4 * 1024 * 1024;
/** Who has not got its events by then is cut off, and resumes where it was. */
const MAX_STREAM_WAIT_MS = 20_000;

/** One of an account at a time, and of few accounts: between two of them everybody else is served. */
const LARGE_BODY_LIMITS = { total: 4, share: 1, queue: { total: 1_000, share: 250 }, waitMs: 10_000 };

/** A trusted proxy speaks for many: its connections are no single client's. */
export function proxyTenant(address: string): string {
  return `proxy ${address}`;
}

export function isProxyTenant(holder: string): boolean {
  return holder.startsWith('proxy ');
}
