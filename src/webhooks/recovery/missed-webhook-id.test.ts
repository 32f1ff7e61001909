import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveMissedWebhookId } from './missed-webhook-id.ts';

const event = {
  account: 'acc_1',
  subscriptionID: 7,
  type: 'Tasks',
  record: 31,
  version: 4,
  committedOn: 1_000,
} as const;

test('an event that never had a delivery always gets the same webhook-id, of the form of all others', () => {
  assert.equal(deriveMissedWebhookId(event), deriveMissedWebhookId({ ...event }));
  assert.match(deriveMissedWebhookId(event), /^msg_[0-9a-f]{32}$/);
});

test('another event, subscription or account gets another', () => {
  const others = [
    { account: 'acc_2' },
    { subscriptionID: 8 },
    { type: 'Jobs' as const },
    { record: 32 },
    { version: 5 },
    // The same version, given again after a restore.
    { committedOn: 1_001 },
  ];
  const ids = [{}, ...others].map((other) => deriveMissedWebhookId({ ...event, ...other }));
  assert.equal(new Set(ids).size, ids.length);
});
