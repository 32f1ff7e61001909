import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { metricsRoute } from './metrics-route.ts';

const token = 'a-token-of-some-length';

async function statusFor(peer: string | undefined, headers: Record<string, string> = {}): Promise<number> {
  const route = metricsRoute({ token, render: async () => 'metrics' });
  const answer = await route.handle({ peer, headers, client: peer ?? '', parameters: {}, query: '', body: undefined });
  return answer instanceof Problem ? answer.status : answer.status;
}

test('the loopback addresses are local, in every spelling', async () => {
  for (const peer of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    assert.equal(await statusFor(peer), 200, String(peer));
});

test('every other address needs the token', async () => {
  const peers = [
    '192.0.2.1',
    '10.0.0.1',
    '0.0.0.0',
    '::',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '12.7.0.1',
    '',
    undefined,
  ];
  for (const peer of peers) {
    assert.equal(await statusFor(peer), 401, String(peer));
    assert.equal(await statusFor(peer, { authorization: `Bearer ${token}` }), 200, String(peer));
    assert.equal(await statusFor(peer, { authorization: `Bearer ${token}.` }), 401, String(peer));
  }
});

test('what a proxy on this machine passed on is not local', async () => {
  const forwarded = ['for', 'host', 'proto', 'port', 'server', 'prefix', 'client-cert'].map(
    (what) => `x-forwarded-${what}`,
  );
  for (const name of ['forwarded', 'via', 'x-real-ip', ...forwarded]) {
    assert.equal(await statusFor('127.0.0.1', { [name]: '127.0.0.1' }), 401, name);
  }
});
