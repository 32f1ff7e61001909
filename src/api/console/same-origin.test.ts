import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejectCrossSite } from './same-origin.ts';

test('only the whole address of the service is its own: the same name without TLS is not', () => {
  const asked = (origin: string, host: string, publicUrl: string) =>
    rejectCrossSite({ host, origin }, 'POST', publicUrl)?.code ?? 'ours';
  const site = 'https://mds.example.com';
  assert.equal(asked(site, 'mds.example.com', site), 'ours');
  assert.equal(asked('http://mds.example.com', 'mds.example.com', site), 'cross_site');
  assert.equal(asked('https://mds.example.com:8443', 'mds.example.com', site), 'cross_site');
  assert.equal(asked('https://mds.example.com', '10.0.0.7:8080', site), 'ours', 'a proxy may send another Host');
  assert.equal(asked('http://127.0.0.1:8080', '127.0.0.1:8080', site), 'ours', 'on the machine itself');
  assert.equal(
    asked('https://fleet.example.com', 'fleet.example.com', 'http://localhost:8080'),
    'ours',
    'a proxy with TLS',
  );
  assert.equal(asked('https://evil.example.com', 'fleet.example.com', 'http://localhost:8080'), 'cross_site');
});
