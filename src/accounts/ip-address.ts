/** IP addresses as text, in one spelling each, so that the same client is always recognised as the same. */
import { isIP, SocketAddress } from 'node:net';

/**
 * An address as sockets and proxies write it (`192.0.2.1`, `192.0.2.1:443`, `::ffff:192.0.2.1`, `[2001:db8::1]:443`,
 * `fe80::1%eth0`) in its canonical spelling, without port and zone; IPv4 within IPv6 becomes IPv4. Undefined: no address.
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
 * The part of a canonical address that stands for one client: IPv4 whole, IPv6 by its /64, because every
 * subscriber has at least that many addresses to choose from.
 */
export function clientNetwork(address: string): string {
  return networkOf(address, 4);
}

/** All networks that one subscriber may be given: of IPv6 the /48, which has 65,536 of the above. */
export function siteNetwork(address: string): string {
  return networkOf(address, 3);
}

/** By so many of the groups that an address of IPv6 has. */
function networkOf(address: string, groups: number): string {
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const hextets = right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${hextets.slice(0, groups).join(':')}::/${16 * groups}`;
}
