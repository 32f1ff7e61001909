/**
 * Whose address a request comes from. `X-Forwarded-For` is written by anybody, so it is believed only as far as
 * it was written by the operator's own proxies: from the right, past the trusted ones, to the first that is not.
 */
import type { BlockList } from 'node:net';
import { readAddress } from './ip-address.ts';
import { RecentlyUsed } from './recently-used.ts';

/** `peer` is the address at the other end of the connection; undefined once the connection is gone. */
export type ClientAddress = (peer: string | undefined, rawHeaders: readonly string[]) => string;

export function createClientAddress(trustedProxies: BlockList): ClientAddress {
  const trustsNobody = trustedProxies.rules.length === 0;
  /** The other ends of connections, which carry many requests each, as they are to be read. */
  const peers = new RecentlyUsed<string>(1000);
  return (peer = '', rawHeaders) => {
    let client = peers.get(peer) ?? learn(peer);
    if (client === undefined) return 'unknown';
    if (trustsNobody || !isIn(trustedProxies, client)) return client;
    for (const hop of forwardedFor(rawHeaders).reverse()) {
      const address = readAddress(hop);
      // What is no address says nothing: the proxy that passed it on is the last one known.
      if (address === undefined) return client;
      client = address;
      if (!isIn(trustedProxies, client)) return client;
    }
    return client;
  };

  function learn(peer: string): string | undefined {
    const address = readAddress(peer);
    if (address !== undefined) peers.set(peer, address);
    return address;
  }
}

export function isIn(networks: BlockList, address: string): boolean {
  return networks.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

/** Several headers of the name are one list, in the order in which they arrived. */
function forwardedFor(rawHeaders: readonly string[]): string[] {
  const hops: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'x-forwarded-for') continue;
    hops.push(...rawHeaders[at + 1]!.split(',').map((hop) => hop.trim()));
  }
  return hops;
}
