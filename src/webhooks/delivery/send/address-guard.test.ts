import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { networks } from '../../../../tests/support/sending.ts';
import { createAddressGuard } from './address-guard.ts';

const guard = createAddressGuard({ allow: new BlockList() });

const refused: Record<string, string[]> = {
  'a loopback address': ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::1%lo'],
  'a private address': ['10.0.0.0', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd12::1', 'fc00::', 'fec0::1'],
  "a cloud provider's metadata address": ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254'],
  'a link-local address': ['169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'an address shared behind a carrier': ['100.64.0.1', '100.127.255.255'],
  'an unspecified address': ['0.0.0.0', '0.1.2.3', '::'],
  'a multicast address': ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'an address for benchmarks': ['198.18.0.1', '198.19.255.255'],
  'an address for documentation': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'a reserved address': [
    '192.0.0.192',
    '192.88.99.1',
    '240.0.0.1',
    '255.255.255.255',
    '2001::1',
    '2001:2::1',
    '100::1',
  ],
};

for (const [kind, addresses] of Object.entries(refused)) {
  test(`${kind} is refused as such`, () => {
    for (const address of addresses) assert.equal(guard.refusalOf(address), kind, address);
  });
}

test('the neighbours of refused networks, and ordinary addresses, may be dialled', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '168.63.129.15',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '2001:200::1',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2606:4700::5efe:8.8.8.8',
  ]) {
    assert.equal(guard.refusalOf(address), undefined, address);
  }
});

test('every embedding of a refused IPv4 address is refused', () => {
  for (const address of [
    '::10.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::10.0.0.1',
    '64:ff9b:1:a00:0:100::',
    '2002:a00:1::',
    '2002:a00:1:ffff::1',
    '2001:0:a00:1::',
    '2001:0:808:808:0:0:f5ff:fffe',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:10.0.0.1',
    'fe80::5efe:10.0.0.1',
    '0:0:0:0:0:FFFF:A00:1',
  ]) {
    assert.notEqual(guard.refusalOf(address), undefined, address);
  }
});

test('what is no address is refused', () => {
  for (const text of ['', 'localhost', '10.0.0', '010.0.0.1', '1.2.3.4.5', '[::1]', '8.8.8.8/32']) {
    assert.notEqual(guard.refusalOf(text), undefined, text);
  }
});

test('an operator may allow networks, and what embeds an address of them', () => {
  const allowing = createAddressGuard({ allow: networks('10.1.0.0/16', 'fd00:1::/32') });
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3', '2002:a01:203::1', 'fd00:1::5']) {
    assert.equal(allowing.refusalOf(address), undefined, address);
  }
  for (const address of ['10.2.0.1', '127.0.0.1', 'fd00:2::5', '::10.1.2.3', 'fe80::5efe:10.1.2.3']) {
    assert.notEqual(allowing.refusalOf(address), undefined, address);
  }
});

test('to allow all of IPv6 is to allow all of IPv4, for IPv6 has it in it; the other way round it is not', () => {
  const everything = createAddressGuard({ allow: networks('::/0') });
  const allOfIPv4 = createAddressGuard({ allow: networks('0.0.0.0/0') });
  for (const address of ['10.1.2.3', '127.0.0.1', '169.254.169.254', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3']) {
    assert.equal(everything.refusalOf(address), undefined, address);
    assert.equal(allOfIPv4.refusalOf(address), undefined, address);
  }
  for (const address of ['::1', 'fd00::5', 'fe80::5']) {
    assert.equal(everything.refusalOf(address), undefined, address);
    assert.notEqual(allOfIPv4.refusalOf(address), undefined, address);
  }
});

test('loopback may be let pass alone', () => {
  const loose = createAddressGuard({ allow: new BlockList(), allowLoopback: true });
  for (const host of ['localhost', 'my.localhost', '127.0.0.1', '127.3.2.1', '[::1]', '[::ffff:127.0.0.1]']) {
    assert.equal(loose.refusalOfHost(host), undefined, host);
  }
  for (const host of ['0.0.0.0', '[::]', '10.0.0.1', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::127.0.0.1]']) {
    assert.notEqual(loose.refusalOfHost(host), undefined, host);
  }
});

test('a host is judged in every spelling that the URL parser takes for an address', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
    '0',
    '[::1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
  ]) {
    assert.notEqual(guard.refusalOfHost(new URL(`https://${host}/`).hostname), undefined, host);
  }
});

test('a name is not judged before it is looked up', () => {
  for (const host of [
    'hooks.example',
    'localhost.example',
    'notlocalhost',
    '10.0.0.1.example',
    'xn--bcher-kva.example',
  ]) {
    assert.equal(guard.refusalOfHost(host), undefined, host);
  }
});
