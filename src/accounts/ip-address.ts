/** IP addresses in canonical text form, so that the same client always has the same address. */
import { isIP, SocketAddress } from 'node:net';

/**
 * Parses an address from a socket or proxy (`192.0.2.1`, `192.0.2.1:443`, `::ffff:192.0.2.1`, `[2001:db8::1]:443`,
 * `fe80::1%eth0`) into its canonical form. Removes port and zone; IPv4-mapped IPv6 becomes IPv4. Undefined if invalid.
 */
export function readAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const family = isIP(bare);
  if (family === 0) return undefined;
  if (family === 4) return bare;
  const { address } = new SocketAddress({ family: 'ipv6', address: bare.replace(/%.*$/, '') });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}

/**
 * Returns the network that counts as one client: the IPv4 address, or the IPv6 /64, because every subscriber has at
 * least that many addresses.
 */
export function clientNetwork(address: string): string {
  return networkOf(address, 4);
}

/**
 * Returns the network that one subscriber may own: the IPv6 /48, which contains 65,536 of the /64 networks; the whole
 * IPv4 address.
 */
export function siteNetwork(address: string): string {
  return networkOf(address, 3);
}

/** Returns the network prefix made of the first `groups` groups of an IPv6 address; IPv4 stays as it is. */
function networkOf(address: string, groups: number): string {
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const hextets = right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${hextets.slice(0, groups).join(':')}::/${16 * groups}`;
}
