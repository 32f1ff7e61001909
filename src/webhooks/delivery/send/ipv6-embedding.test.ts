import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedIPv4 } from './ipv6-embedding.ts';

for (const [form, address, expected] of [
  ['IPv4-mapped', '::ffff:192.0.2.33', ['192.0.2.33']],
  ['IPv4-mapped in hexadecimal', '0:0:0:0:0:FFFF:C000:0221', ['192.0.2.33']],
  ['IPv4-compatible', '::192.0.2.33', ['192.0.2.33']],
  ['SIIT', '::ffff:0:192.0.2.33', ['192.0.2.33']],
  ['NAT64', '64:ff9b::c000:221', ['192.0.2.33']],
  ['6to4', '2002:c000:221:1::1', ['192.0.2.33']],
  // The example of RFC 4380: server 65.54.227.120, client 192.0.2.45.
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', ['65.54.227.120', '192.0.2.45']],
  ['ISATAP, private', 'fe80::5efe:192.0.2.33', ['192.0.2.33']],
  ['ISATAP, global', '2001:db8::200:5efe:192.0.2.33', ['192.0.2.33']],
] as const) {
  test(`the IPv4 address within ${form} is found`, () => assert.deepEqual(embeddedIPv4(address), expected));
}

test('behind the local prefix of NAT64 it is found at all four places, as RFC 6052 draws them', () => {
  for (const address of [
    '64:ff9b:1:c000:2:2100::', // behind a prefix of 48 bits
    '64:ff9b:1:3c0:0:221::', // of 56
    '64:ff9b:1:344:c0:2:2100::', // of 64
    '64:ff9b:1:344::192.0.2.33', // of 96
  ]) {
    assert.ok(embeddedIPv4(address).includes('192.0.2.33'), address);
  }
});

test('an ordinary address holds none, and neither does what is no IPv6 address', () => {
  for (const address of [
    '2606:4700:4700::1111',
    '2001:db8::1',
    'fe80::1',
    '64:ff9b:2::1',
    '192.0.2.33',
    'hooks.example',
    '',
  ]) {
    assert.deepEqual(embeddedIPv4(address), [], address);
  }
});
