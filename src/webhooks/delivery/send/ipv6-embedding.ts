/**
 * IPv4 addresses within IPv6 ones. A packet to such an address ends, over a translator or a tunnel, at the IPv4 address in it; so
 * a guard that only looks at the outside lets `64:ff9b::7f00:1` through to 127.0.0.1.
 */
import { isIPv6, SocketAddress } from 'node:net';

/** Every IPv4 address that the IPv6 address may lead to; none for an ordinary one, or where it is no IPv6 address. */
export function embeddedIPv4(address: string): string[] {
  const groups = groupsOf(address);
  if (groups === undefined) return [];
  return forms.flatMap((form) => (form.holds(groups) ? form.embedded(groups) : []));
}

/** Eight numbers of 16 bits. */
type Groups = readonly number[];

interface Form {
  holds(groups: Groups): boolean;
  embedded(groups: Groups): string[];
}

const last = (groups: Groups) => [dotted(groups[6]!, groups[7]!)];

const forms: readonly Form[] = [
  // ::ffff:a.b.c.d, IPv4 as IPv6 sockets write it, and ::a.b.c.d, its forerunner; ::ffff:0:a.b.c.d of SIIT translators.
  { holds: (groups) => startsWith(groups, [0, 0, 0, 0, 0, 0xffff]), embedded: last },
  { holds: (groups) => startsWith(groups, [0, 0, 0, 0, 0, 0]), embedded: last },
  { holds: (groups) => startsWith(groups, [0, 0, 0, 0, 0xffff, 0]), embedded: last },
  // 64:ff9b::a.b.c.d, the well-known prefix of NAT64 (RFC 6052).
  { holds: (groups) => startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]), embedded: last },
  // 64:ff9b:1::/48, NAT64 for local use (RFC 8215): the prefix may be of any length that RFC 6052 allows.
  { holds: (groups) => startsWith(groups, [0x64, 0xff9b, 1]), embedded: ofLocalTranslation },
  // 2002:ab:cd::/48, 6to4 (RFC 3056).
  { holds: (groups) => startsWith(groups, [0x2002]), embedded: (groups) => [dotted(groups[1]!, groups[2]!)] },
  // 2001:0::/32, Teredo (RFC 4380): the server, and the client with every bit turned over.
  {
    holds: (groups) => startsWith(groups, [0x2001, 0]),
    embedded: (groups) => [dotted(groups[2]!, groups[3]!), dotted(groups[6]! ^ 0xffff, groups[7]! ^ 0xffff)],
  },
  // Any prefix, then 0:5efe:a.b.c.d or 200:5efe:a.b.c.d: ISATAP (RFC 5214).
  { holds: (groups) => (groups[4]! & ~0x0200) === 0 && groups[5] === 0x5efe, embedded: last },
];

/** The four places of RFC 6052 behind a /48, /56, /64 and /96; bits 64 to 71 are always left out. */
function ofLocalTranslation(groups: Groups): string[] {
  const bytes = groups.flatMap((group) => [group >> 8, group & 0xff]);
  const at = (...places: number[]) => places.map((place) => bytes[place]).join('.');
  return [at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12), at(12, 13, 14, 15)];
}

function groupsOf(address: string): Groups | undefined {
  if (!isIPv6(address)) return undefined;
  // One spelling for all: lower case, the longest run of zeros left out, IPv4 at the end only behind ::ffff: or ::.
  const { address: canonical } = new SocketAddress({ family: 'ipv6', address: address.replace(/%.*$/, '') });
  const hexadecimal = canonical.replace(/\d+\.\d+\.\d+\.\d+$/, (ipv4) => {
    const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [left = '', right] = hexadecimal.split('::');
  const head = groupsIn(left);
  if (right === undefined) return head;
  const tail = groupsIn(right);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function startsWith(groups: Groups, prefix: readonly number[]): boolean {
  return prefix.every((group, at) => groups[at] === group);
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}
