/**
 * Asks name servers for the addresses of a name, over sockets of its own: however long a server keeps silent, no thread
 * waits for it, which is what the system's own lookup costs.
 */
import { Resolver } from 'node:dns/promises';
import { readWhenChanged } from './changed-file.ts';
import type { DialAddress } from './guarded-lookup.ts';

/** How long one question may take, and how often it is asked of each server. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/** Rejects with the error of the resolver. `servers`: addresses, with a port where it is not 53; those of the system where there are none. */
export function makeNameServers(servers: readonly string[] = []): (hostname: string) => Promise<DialAddress[]> {
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

function addressesOf(answer: PromiseSettledResult<string[]>, family: number): DialAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function always(servers: readonly string[]): () => Resolver {
  const resolver = new Resolver(PATIENCE);
  resolver.setServers(servers);
  return () => resolver;
}

/** A resolver keeps the servers that it found when it was made. */
function ofSystem(): () => Resolver {
  return readWhenChanged('/etc/resolv.conf', () => new Resolver(PATIENCE));
}
