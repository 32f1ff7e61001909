// What the console makes of answers that do not come whole, and of a browser that refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callApi } from '../../console/src/api/ask.ts';
import { Problem } from '../../console/src/api/problem.ts';
import { signInWithPasskey } from '../../console/src/session/authenticator.ts';

test('an answer that breaks off is no connection, and no fault of the page', async (t) => {
  // It would ask again whether there is somebody.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const body = new ReadableStream<Uint8Array>({
    start: (answer) => answer.enqueue(new TextEncoder().encode('[{"ID":')),
    pull: (answer) => answer.error(new TypeError('network error')),
  });
  const headers = { 'content-type': 'application/json' };
  t.mock.method(globalThis, 'fetch', async () => new Response(body, { headers }));
  const reply = await callApi('PATCH', '/acc_1/Tasks/1', { body: [] });
  assert.ok(reply instanceof Problem);
  assert.equal(reply.code, 'unreachable');
  assert.ok(reply.passes);
});

test('an answer that breaks off after it was given up is told to nobody', async (t) => {
  const given = new AbortController();
  const body = new ReadableStream({
    pull: (answer) => {
      given.abort();
      answer.error(given.signal.reason);
    },
  });
  t.mock.method(globalThis, 'fetch', async () => new Response(body));
  await assert.rejects(callApi('GET', '/acc_1/Tasks', { signal: given.signal }), { name: 'AbortError' });
});

test('a browser that will have no passkey here is told as a refusal, which a page can show', async (t) => {
  const begun = JSON.stringify({ ceremony: 'c', options: {} });
  const headers = { 'content-type': 'application/json' };
  t.mock.method(globalThis, 'fetch', async () => new Response(begun, { headers }));
  const credentials = { get: () => Promise.reject(new DOMException('Not for this host.', 'SecurityError')) };
  Object.assign(globalThis, { PublicKeyCredential: { parseRequestOptionsFromJSON: () => ({}) } });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  const refused = await signInWithPasskey('/Session/Passkey', true).catch((failure: unknown) => failure);
  assert.ok(refused instanceof Problem);
  assert.equal(refused.detail, 'Not for this host.');
});
