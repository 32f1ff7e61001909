// What the guide and the console tell receivers to do finds genuine deliveries good and refuses all else. Other languages: npm run test:verify.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyDelivery } from '../clients/typescript/src/verify.ts';
import { isGenuine } from '../examples/receiver/verify.mjs';
import { cases, headersOf, isInstalled, OFFICIAL, runners, runSample, runShellSample } from './verify-samples.ts';

test('the sample in TypeScript', () => runSample('typescript'));

test('the code that the console shows', () => {
  runSample('console: Node');
  if (isInstalled(runners['console: Python'])) runSample('console: Python');
});

test('the lines for a shell', () => assert.equal(`v1,${runShellSample()}`, OFFICIAL.signatures));

test('the example receiver', () => {
  for (const one of cases) {
    const { secret, body, now, good } = one;
    const headers = headersOf(one);
    assert.equal(isGenuine([secret], headers, Buffer.from(body), now), good, JSON.stringify(headers));
    assert.equal(isGenuine(['whsec_QUFB', secret], headers, body, now), good, 'one of two secrets');
  }
});

test('the typed client', async () => {
  for (const one of cases) {
    const { secret, body, now, good } = one;
    const headers = headersOf(one);
    const verified = await verifyDelivery(body, headers, secret, { now: now * 1000 }).then(
      () => true,
      () => false,
    );
    assert.equal(verified, good, JSON.stringify(headers));
  }
});
