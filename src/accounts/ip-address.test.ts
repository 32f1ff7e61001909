import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork, readAddress, siteNetwork } from './ip-address.ts';

const spellings: [text: string, canonical: string | undefined][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:8080', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['192.0.2', undefined],
  ['192.0.2.256', undefined],
  ['010.0.0.1', undefined],
  ['[192.0.2.1', undefined],
  ['2001:db8::1]:80', undefined],
  ['192.0.2.1:port', undefined],
];
for (const [text, canonical] of spellings) {
  test(`"${text}" is ${canonical ?? 'no address'}`, () => assert.equal(readAddress(text), canonical));
}

const networks: [address: string, network: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:5::', '2001:db8:0:5::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['::2:3:4:5:6:7', '0:0:2:3::/64'],
  ['unknown', 'unknown'],
];
for (const [address, network] of networks) {
  test(`${address} stands for ${network}`, () => assert.equal(clientNetwork(address), network));
}

test('an IPv6 address belongs to the site of its /48, any other to itself', () => {
  const addresses = ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8::1', '::1', '192.0.2.1'];
  assert.deepEqual(addresses.map(siteNetwork), [
    '2001:db8:1::/48',
    '2001:db8:1::/48',
    '2001:db8:0::/48',
    '0:0:0::/48',
    '192.0.2.1',
  ]);
});
