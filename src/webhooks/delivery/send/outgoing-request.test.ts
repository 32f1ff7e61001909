import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryTarget, Head } from '../../queue.ts';
import { createOutgoingRequest } from './outgoing-request.ts';

const target: DeliveryTarget = {
  account: 'acc_1',
  subscriptionID: 1,
  entityType: 'Tasks',
  action: 'Updated',
  url: 'https://hooks.example.com/in',
  headers: {},
  signing: [],
  patienceMs: null,
};
const head: Head = {
  delivery: 1,
  record: 7,
  cause: 'event',
  webhookId: 'msg_1',
  attempt: 1,
  createdOn: 0,
  waitingSince: null,
  probe: false,
  text: '{"ID":7}',
  submitter: 'ada@example.com',
  processedOn: 0,
  contentHash: 'h',
  traceparent: undefined,
  change: 'log-00000000001',
  before: [],
};

test('a delivery carries the record, who caused it, and its place in the log', () => {
  const request = createOutgoingRequest(target, head, () => true);
  assert.ok('body' in request);
  assert.equal(request.change, 'log-00000000001');
  assert.equal(
    request.body,
    '{"data":{"ID":7},"submitter":"ada@example.com","processedDate":"1970-01-01T00:00:00.000Z"}',
  );
});

test('what cannot be found or put together is no request, and says why', () => {
  const reasonOf = (changed: Partial<Head>) => {
    const request = createOutgoingRequest(target, { ...head, ...changed }, () => true);
    return 'unsendable' in request ? request.unsendable : '';
  };
  assert.match(reasonOf({ text: undefined }), /cannot be found: the log of changes is damaged/);
  assert.match(reasonOf({ processedOn: 9e15 }), /could not be put together/);
});
