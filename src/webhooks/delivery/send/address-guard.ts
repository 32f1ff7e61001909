/**
 * Guards the addresses to which deliveries may be sent. A subscriber chooses the address, so without a guard any key
 * could make the service connect to the machines behind it. Only publicly reachable internet addresses may be dialled,
 * unless the operator allows more. When in doubt the guard refuses.
 */
import { BlockList, isIP } from 'node:net';
import { embeddedIPv4 } from './ipv6-embedding.ts';

export interface AddressGuardOptions {
  /** Networks that may be dialled although they would be refused. */
  readonly allow: BlockList;
  /** True if this machine itself may be dialled, for a newcomer's first receiver. */
  readonly allowLoopback?: boolean;
}

export interface AddressGuard {
  /** Returns the reason to refuse an IP address, such as "a private address"; undefined if it may be dialled. */
  refusalOf(address: string): string | undefined;
  /**
   * Returns the reason to refuse the host of a URL, as far as possible without a lookup. The host is an address in any
   * spelling, normalized by the URL parser, or a name that always means this machine.
   */
  refusalOfHost(hostname: string): string | undefined;
}

export function createAddressGuard({ allow, allowLoopback = false }: AddressGuardOptions): AddressGuard {
  function refusalOf(address: string): string | undefined {
    return allowLoopback && isLoopback(address) ? undefined : unlessAllowed(address);
  }

  function unlessAllowed(address: string): string | undefined {
    const family = familyOf(address);
    if (family === undefined) return 'not an IP address';
    if (allow.check(address, family)) return undefined;
    if (family === 'ipv4') return kindIn(refusedIPv4, address, family);
    return kindIn(refusedIPv6, address, family) ?? kindWithin(address) ?? kindOutside(address);
  }

  function kindWithin(address: string): string | undefined {
    for (const embedded of embeddedIPv4(address)) {
      const refusal = unlessAllowed(embedded);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  function refusalOfHost(hostname: string): string | undefined {
    const literal = literalAddress(hostname);
    if (literal !== undefined) return refusalOf(literal);
    return isLocalhost(hostname) ? refusalOf('127.0.0.1') : undefined;
  }

  return { refusalOf, refusalOfHost };
}

/** Returns the address in the host of a URL; undefined if the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

export function isLoopback(address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && loopback.check(address, family);
}

/** True for the names of RFC 6761 that never mean another machine, whatever a name server answers. */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/** Special-purpose networks of IPv4 that are not reachable from everywhere (IANA registry), and hosts' own services. */
const refusedIPv4: readonly Refused[] = [
  ['a loopback address', '127.0.0.0/8'],
  ['a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ["a cloud provider's metadata address", '169.254.169.254/32', '168.63.129.16/32', '100.100.100.200/32'],
  ['a link-local address', '169.254.0.0/16'],
  ['an address shared behind a carrier', '100.64.0.0/10'],
  ['an unspecified address', '0.0.0.0/8'],
  ['a multicast address', '224.0.0.0/4'],
  ['an address for benchmarks', '198.18.0.0/15'],
  ['an address for documentation', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ['a reserved address', '192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4'],
].map(asRefused);

const refusedIPv6: readonly Refused[] = [
  ['a loopback address', '::1/128'],
  ['an unspecified address', '::/128'],
  ["a cloud provider's metadata address", 'fd00:ec2::254/128'],
  ['a private address', 'fc00::/7', 'fec0::/10'],
  ['a link-local address', 'fe80::/10'],
  ['a multicast address', 'ff00::/8'],
  ['an address for documentation', '2001:db8::/32', '3fff::/20'],
  // Protocol assignments: Teredo, benchmarks, ORCHID and what may follow.
  ['a reserved address', '2001::/23'],
].map(asRefused);

/**
 * Networks of IPv6 that may be reachable. Only 2000::/3 is assigned for use over the internet. The other two only lead
 * to the IPv4 address in them, so only that address counts. They are IPv4 as IPv6 sockets write it, and NAT64, by which
 * a machine without IPv4 reaches IPv4 receivers.
 */
const reachable = network('2000::/3', '::ffff:0:0/96', '64:ff9b::/96');

const loopback = network('127.0.0.0/8', '::1/128');

interface Refused {
  readonly kind: string;
  readonly networks: BlockList;
}

function kindOutside(address: string): string | undefined {
  return reachable.check(address, 'ipv6') ? undefined : 'a reserved address';
}

function kindIn(refused: readonly Refused[], address: string, family: 'ipv4' | 'ipv6'): string | undefined {
  return refused.find(({ networks }) => networks.check(address, family))?.kind;
}

function asRefused([kind = '', ...networks]: readonly string[]): Refused {
  return { kind, networks: network(...networks) };
}

function network(...cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address)!);
  }
  return list;
}
