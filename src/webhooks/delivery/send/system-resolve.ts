/**
 * Looks a name up as every other program on the machine does, with its search domains and other local configuration. A
 * lookup blocks a thread of the process until the name server answers. Threads are few, so the caller takes one from a
 * budget.
 */
import { lookup } from 'node:dns/promises';
import type { ResolvedAddress } from './guarded-lookup.ts';

/** The threads that lookups, files and ciphers share: as bin/mds.js or the operator says, else libuv's own default. */
export const threadPoolSize = Number(process.env.UV_THREADPOOL_SIZE) || 4;

export function resolveWithSystem(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true });
}
