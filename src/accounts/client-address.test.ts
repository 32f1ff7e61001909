import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { createClientAddress } from './client-address.ts';

const networks = new BlockList();
networks.addSubnet('10.0.0.0', 8, 'ipv4');
networks.addSubnet('2001:db8:ffff::', 48, 'ipv6');
networks.addAddress('192.0.2.7', 'ipv4');
const proxies = createClientAddress(networks);

test('without trusted proxies the peer is the client, whatever it claims', () => {
  const trustingNobody = createClientAddress(new BlockList());
  assert.equal(trustingNobody('198.51.100.9', ['X-Forwarded-For', '203.0.113.5']), '198.51.100.9');
  assert.equal(trustingNobody('::1', ['X-Forwarded-For', '203.0.113.5']), '::1');
});

test('a peer that is not trusted cannot name another address', () => {
  assert.equal(proxies('198.51.100.9', ['X-Forwarded-For', '203.0.113.5']), '198.51.100.9');
});

test('behind trusted proxies the client is the first address from the right that is not one of them', () => {
  const chain = ['x-forwarded-for', '203.0.113.66, 203.0.113.5, 10.1.1.1'];
  assert.equal(proxies('10.0.0.1', chain), '203.0.113.5');
  assert.equal(proxies('::ffff:10.0.0.1', chain), '203.0.113.5');
  assert.equal(proxies('2001:db8:ffff::1', ['X-Forwarded-For', '2001:db8:1::5']), '2001:db8:1::5');
  assert.equal(proxies('192.0.2.7', ['X-Forwarded-For', '203.0.113.5:4711']), '203.0.113.5');
});

test('several X-Forwarded-For headers are one list', () => {
  const chain = ['X-Forwarded-For', '203.0.113.66', 'Accept', '*/*', 'X-FORWARDED-FOR', '203.0.113.5,10.1.1.1'];
  assert.equal(proxies('10.0.0.1', chain), '203.0.113.5');
});

test('what is no address ends the walk at the last proxy that is known', () => {
  assert.equal(proxies('10.0.0.1', ['X-Forwarded-For', '203.0.113.5, unknown, 10.2.2.2']), '10.2.2.2');
  assert.equal(proxies('10.0.0.1', ['X-Forwarded-For', '']), '10.0.0.1');
});

test('when every hop is trusted, the farthest is the client', () => {
  assert.equal(proxies('10.0.0.1', ['X-Forwarded-For', '10.9.9.9, 10.2.2.2']), '10.9.9.9');
  assert.equal(proxies('10.0.0.1', []), '10.0.0.1');
});

test('a connection that is gone has no address', () => {
  assert.equal(proxies(undefined, ['X-Forwarded-For', '203.0.113.5']), 'unknown');
});
