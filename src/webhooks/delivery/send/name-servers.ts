/**
 * Asks name servers for the addresses of a name, over sockets of its own: however long a server keeps silent, no thread
 * waits for it, which is what the system's own lookup costs.
 */
import { Resolver } from 'node:dns/promises';
import { createCachedFileReader } from './cached-file.ts';
import type { ResolvedAddress } from './guarded-lookup.ts';

/** Timeout of one query, and number of tries per server. */
const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 };

/**
 * Creates a lookup that rejects with the error of the resolver. `servers` are addresses, with a port if it is not 53;
 * if there are none, the system's servers are used.
 */
export function createNameServerLookup(
  servers: readonly string[] = [],
): (hostname: string) => Promise<ResolvedAddress[]> {
  const ask = servers.length > 0 ? always(servers) : ofSystem();
  return async (hostname) => {
    const resolver = ask();
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // IPv4 first: nearly every receiver has it, and many a container has no way to IPv6.
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function always(servers: readonly string[]): () => Resolver {
  const resolver = new Resolver(RESOLVER_OPTIONS);
  resolver.setServers(servers);
  return () => resolver;
}

/**
 * Returns a resolver for the system's servers. A resolver keeps the servers it found at its creation, so a change of
 * the file needs a new one.
 */
function ofSystem(): () => Resolver {
  return createCachedFileReader('/etc/resolv.conf', () => new Resolver(RESOLVER_OPTIONS));
}
