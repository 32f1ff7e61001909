/**
 * What clients share: connections, requests under way, bytes held for them. Each is a budget of which one client gets a part,
 * so that whatever it does the rest is left to others. A client is an account; before its key is looked at, and for what needs
 * no key, it is an address.
 */
import { type Budget, makeBudget } from '../fairness/budget.ts';

export interface Limits {
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

export interface Shares {
  readonly connections: Budget;
  readonly requests: Budget;
  readonly bytes: Budget;
  /** Requests that wait for something to happen. */
  readonly held: Budget;
  /** Bytes of events on their way to those who follow a stream: whoever has to wait gets them a little later. */
  readonly streamBytes: Budget;
  /** Requests with large bodies that are being worked on: what is scarce is the thread. */
  readonly largeBodies: Budget;
}

export function makeShares({ connections, requests, held, bytes, share }: Limits): Shares {
  const partOf = (total: number) => Math.max(1, Math.floor(total * share));
  const own = partOf(connections);
  return {
    connections: makeBudget({
      name: 'connections',
      total: connections,
      share: (holder) => (isProxyHolder(holder) ? connections : own),
    }),
    requests: makeBudget({ name: 'requests', total: requests, share: partOf(requests) }),
    bytes: makeBudget({ name: 'bytes', total: bytes, share: partOf(bytes) }),
    held: makeBudget({ name: 'held_requests', total: held, share: partOf(held) }),
    streamBytes: makeBudget({
      name: 'stream_bytes',
      total: Math.max(bytes / STREAM_PART, 2 * LARGEST_PIECE),
      share: Math.max(partOf(bytes / STREAM_PART), LARGEST_PIECE),
      queue: { total: Infinity, share: Infinity },
      waitMs: STREAM_WAIT_MS,
    }),
    largeBodies: makeBudget({ name: 'large_bodies', ...LARGE_BODIES }),
  };
}

/** Beside what requests hold, a fourth as much again. */
const STREAM_PART = 4;
/** Bytes that a page of the feed may come to, and some more. */
const LARGEST_PIECE = 4 * 1024 * 1024;
/** Who has not got its events by then is cut off, and resumes where it was. */
const STREAM_WAIT_MS = 20_000;

/** One of an account at a time, and of few accounts: between two of them everybody else is served. */
const LARGE_BODIES = { total: 4, share: 1, queue: { total: 1_000, share: 250 }, waitMs: 10_000 };

/** A trusted proxy speaks for many: its connections are no single client's. */
export function proxyHolder(address: string): string {
  return `proxy ${address}`;
}

export function isProxyHolder(holder: string): boolean {
  return holder.startsWith('proxy ');
}
