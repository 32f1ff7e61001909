// Signatures against the example of the specification and against its own library.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSigningSecret, formatSigningSecret } from '../../subscriptions/signing-secrets.ts';
import { createSigningKeys, signDelivery } from './signature.ts';

/** Of the specification's reference implementations. */
const official = {
  secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  webhookId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('the example of the specification is signed as it says', () => {
  const keys = createSigningKeys([{ secret: official.secret, until: null }]);
  assert.equal(signDelivery(keys, official, 0), official.signature);
});

test("whatever is signed, the specification's library finds it good, and with anything altered not", () => {
  const secret = createSigningSecret();
  const library = new Webhook(formatSigningSecret(secret));
  const timestamp = String(Math.floor(Date.now() / 1000));
  for (const body of ['{}', '{"data": "ü€\u{1f512}"}', 'x'.repeat(300_000)]) {
    const signed = { webhookId: 'msg_1', timestamp, body };
    const signature = signDelivery(createSigningKeys([secret]), signed, Date.now());
    assert.equal(signature, library.sign('msg_1', new Date(Number(timestamp) * 1000), body));
  }
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp };
  const signature = signDelivery(
    createSigningKeys([secret]),
    { webhookId: 'msg_1', timestamp, body: '{}' },
    Date.now(),
  );
  assert.deepEqual(library.verify('{}', { ...headers, 'webhook-signature': signature }), {});
  assert.throws(() => library.verify('[]', { ...headers, 'webhook-signature': signature }));
  assert.throws(() => library.verify('{}', { ...headers, 'webhook-id': 'msg_2', 'webhook-signature': signature }));
});

test('every secret that has not ended signs, and one that has does not', () => {
  const [young, old] = [createSigningSecret(), { ...createSigningSecret(), until: 2_000 }];
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = { webhookId: 'msg_1', timestamp, body: '{}' };
  const keys = createSigningKeys([young, old]);
  const both = signDelivery(keys, signed, 1_999);
  assert.match(both, /^v1,\S+ v1,\S+$/);
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': both };
  for (const secret of [young, old]) new Webhook(formatSigningSecret(secret)).verify('{}', headers);
  const one = signDelivery(keys, signed, 2_000);
  assert.equal(one, both.split(' ')[0]);
});

test('a signature costs little beside the encryption of what is sent', () => {
  const keys = createSigningKeys([createSigningSecret()]);
  const signed = { webhookId: 'msg_1', timestamp: '1614265330', body: 'x'.repeat(1024) };
  for (let round = 0; round < 500; round++) signDelivery(keys, signed, 0);
  const began = performance.now();
  for (let round = 0; round < 500; round++) signDelivery(keys, signed, 0);
  const each = (performance.now() - began) / 500;
  assert.ok(each < 0.25, `${each} ms each`);
});
