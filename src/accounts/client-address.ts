/**
 * Determines the client IP address. Any client can send `X-Forwarded-For`, so only the entries of the operator's own
 * proxies count. The list is read from the right, past the trusted proxies, to the first untrusted address.
 */
import type { BlockList } from 'node:net';
import { readAddress } from './ip-address.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Returns the client IP address; `peer` is the remote address of the connection, undefined once it is closed. */
export type ClientAddress = (peer: string | undefined, rawHeaders: readonly string[]) => string;

export function createClientAddress(trustedProxies: BlockList): ClientAddress {
  const trustsNobody = trustedProxies.rules.length === 0;
  /** Cache of parsed peer addresses, because one connection carries many requests. */
  const peers = new RecentlyUsed<string>(1000);
  return (peer = '', rawHeaders) => {
    let client = peers.get(peer) ?? learn(peer);
    if (client === undefined) return 'unknown';
    if (trustsNobody || !isIn(trustedProxies, client)) return client;
    for (const hop of forwardedFor(rawHeaders).reverse()) {
      const address = readAddress(hop);
      // An invalid entry ends the chain: the proxy that passed it on is the last known address.
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

/** Returns all entries of `X-Forwarded-For`; repeated headers form one list, in order of arrival. */
function forwardedFor(rawHeaders: readonly string[]): string[] {
  const hops: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'x-forwarded-for') continue;
    hops.push(...rawHeaders[at + 1]!.split(',').map((hop) => hop.trim()));
  }
  return hops;
}
