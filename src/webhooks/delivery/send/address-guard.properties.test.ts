import assert from 'node:assert/strict';
import { BlockList, isIPv6 } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAddressGuard } from './address-guard.ts';

// The same rules a second time, as arithmetic: an address is one number, a network is a first and a last one.

type Range = readonly [first: bigint, last: bigint];

const ipv4Ranges: Range[] = [
  range4(0, 8),
  range4(10, 8),
  range4(127, 8),
  range4([100, 64], 10),
  range4([169, 254], 16),
  range4([172, 16], 12),
  range4([192, 0, 0], 24),
  range4([192, 0, 2], 24),
  range4([192, 88, 99], 24),
  range4([192, 168], 16),
  range4([198, 18], 15),
  range4([198, 51, 100], 24),
  range4([203, 0, 113], 24),
  range4([168, 63, 129, 16], 32),
  range4(224, 3),
];
const mapped = range6(0xffffn << 32n, 96);
const nat64 = range6(0x0064_ff9bn << 96n, 96);
const globalUnicast = range6(0x2000n << 112n, 3);
const refusedGlobal: Range[] = [
  range6(0x2001n << 112n, 23),
  range6(0x2001_0db8n << 96n, 32),
  range6(0x3fffn << 112n, 20),
];

function mayBeDialled4(address: bigint): boolean {
  return !ipv4Ranges.some((range) => within(range, address));
}

function mayBeDialled6(address: bigint): boolean {
  const low = address & 0xffff_ffffn;
  if (within(mapped, address) || within(nat64, address)) return mayBeDialled4(low);
  if (!within(globalUnicast, address) || refusedGlobal.some((range) => within(range, address))) return false;
  // 6to4: the 32 bits behind 2002.
  if (address >> 112n === 0x2002n && !mayBeDialled4((address >> 80n) & 0xffff_ffffn)) return false;
  // ISATAP: 0000:5efe or 0200:5efe before the last 32 bits.
  const marker = (address >> 32n) & 0xffff_ffffn;
  return !((marker === 0x0000_5efen || marker === 0x0200_5efen) && !mayBeDialled4(low));
}

const guard = createAddressGuard({ allow: new BlockList() });
const runs = { numRuns: 5_000 };

/** Near the edges of networks, and anywhere. */
const ipv4 = fc.oneof(
  fc.bigInt(0n, 0xffff_ffffn),
  fc.constantFrom(...ipv4Ranges.flat()).chain((edge) => fc.bigInt(-2n, 2n).map((step) => wrap(edge + step, 32n))),
);

const ipv6 = fc.oneof(
  fc.bigInt(0n, (1n << 128n) - 1n),
  fc.bigInt(0x2000n << 112n, (0x4000n << 112n) - 1n),
  fc
    .constantFrom(...[mapped, nat64, globalUnicast, ...refusedGlobal].flat())
    .chain((edge) => fc.bigInt(-2n, 2n).map((step) => wrap(edge + step, 128n))),
  // Embeddings of IPv4 addresses at every place that some standard puts them.
  fc
    .tuple(
      ipv4,
      fc.bigInt(0n, 0xffff_ffff_ffff_ffffn),
      fc.constantFrom<(address: bigint, any: bigint) => bigint>(
        (address) => address,
        (address) => (0xffffn << 32n) | address,
        (address) => (0xffff_0000n << 32n) | address,
        (address) => (0x0064_ff9bn << 96n) | address,
        (address, any) => (0x0064_ff9b_0001n << 80n) | (any & (0xffff_ffffn << 32n)) | address,
        (address, any) => (0x2002n << 112n) | (address << 80n) | any,
        (address, any) => (0x2001_0000n << 96n) | (address << 64n) | any,
        (address, any) => (0x2001_0000n << 96n) | (any << 32n) | (address ^ 0xffff_ffffn),
        (address, any) => (0x2606n << 112n) | ((any & 0xffff_ffff_ffffn) << 64n) | (0x0000_5efen << 32n) | address,
        (address, any) => (0x2606n << 112n) | ((any & 0xffff_ffff_ffffn) << 64n) | (0x0200_5efen << 32n) | address,
      ),
    )
    .map(([address, any, embed]) => embed(address, any)),
);

test('the guard agrees with plain arithmetic about every IPv4 address', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(guard.refusalOf(dotted(address)) === undefined, mayBeDialled4(address), dotted(address));
    }),
    runs,
  );
});

test('the guard agrees with plain arithmetic about every IPv6 address, in every spelling', () => {
  fc.assert(
    fc.property(ipv6, fc.nat({ max: 5 }), (address, spelling) => {
      const text = spelt(address, spelling);
      assert.ok(isIPv6(text), text);
      assert.equal(guard.refusalOf(text) === undefined, mayBeDialled6(address), text);
    }),
    runs,
  );
});

test('an IPv4 address that is refused is refused under every prefix that leads to it', () => {
  fc.assert(
    fc.property(
      ipv4.filter((address) => !mayBeDialled4(address)),
      fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:', 'fe80::200:5efe:'),
      (address, prefix) => {
        assert.notEqual(guard.refusalOf(`${prefix}${dotted(address)}`), undefined);
      },
    ),
    runs,
  );
});

function range4(bytes: number | number[], bits: number): Range {
  const first = [bytes].flat().reduce((sum, byte, at) => sum | (BigInt(byte) << BigInt(24 - 8 * at)), 0n);
  return [first, first + (1n << BigInt(32 - bits)) - 1n];
}

function range6(first: bigint, bits: number): Range {
  return [first, first + (1n << BigInt(128 - bits)) - 1n];
}

function within([first, last]: Range, address: bigint): boolean {
  return address >= first && address <= last;
}

function wrap(value: bigint, bits: bigint): bigint {
  return BigInt.asUintN(Number(bits), value);
}

function dotted(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.');
}

/** One address, written in one of the ways it may be. */
function spelt(address: bigint, spelling: number): string {
  const groups = Array.from({ length: 8 }, (_, at) => (address >> BigInt(112 - 16 * at)) & 0xffffn);
  const hexadecimal = groups.map((group) => group.toString(16));
  if (spelling === 0) return hexadecimal.join(':');
  if (spelling === 1) return hexadecimal.map((group) => group.padStart(4, '0').toUpperCase()).join(':');
  if (spelling === 2) return `${hexadecimal.slice(0, 6).join(':')}:${dotted(address & 0xffff_ffffn)}`;
  // The first run of zeros left out, of the length that the spelling says or more.
  const shortened = `:${hexadecimal.join(':')}:`.replace(new RegExp(`:(0:){${spelling - 2},}`), '::');
  const text = shortened.startsWith('::') ? shortened : shortened.slice(1);
  return text.endsWith('::') ? text : text.slice(0, -1);
}
