// What the guide tells receivers to do finds genuine deliveries good and refuses all else. Other languages: npm run test:verify.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyDelivery } from '../clients/typescript/src/verify.ts';
import { isGenuine } from '../examples/receiver/verify.mjs';
import { cases, OFFICIAL, runSample, runShellSample } from './verify-samples.ts';

test('the sample in TypeScript', () => runSample('typescript'));

test('the lines for a shell', () => assert.equal(`v1,${runShellSample()}`, OFFICIAL.signatures));

test('the example receiver', () => {
  for (const { secret, id, timestamp, signatures, body, now, good } of cases) {
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
    assert.equal(isGenuine([secret], headers, Buffer.from(body), now), good, signatures);
    assert.equal(isGenuine(['whsec_AAAA', secret], headers, body, now), good, 'one of two secrets');
  }
  assert.equal(isGenuine([OFFICIAL.secret], {}, OFFICIAL.body, OFFICIAL.now), false);
});

test('the typed client', async () => {
  for (const { secret, id, timestamp, signatures, body, now, good } of cases) {
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
    const verified = await verifyDelivery(body, headers, secret, { now: now * 1000 }).then(
      () => true,
      () => false,
    );
    assert.equal(verified, good, signatures);
  }
});
