import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteOf } from './passkeys.ts';

test('passkeys are bound to a name over TLS, or to localhost; elsewhere browsers make none', () => {
  assert.deepEqual(siteOf('https://mds.example.com'), { id: 'mds.example.com', origin: 'https://mds.example.com' });
  assert.deepEqual(siteOf('https://mds.example.com:8443')?.origin, 'https://mds.example.com:8443');
  assert.deepEqual(siteOf('http://localhost:8080'), { id: 'localhost', origin: 'http://localhost:8080' });
  for (const url of ['http://mds.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://127.0.0.1:8080'])
    assert.equal(siteOf(url), undefined, url);
});
