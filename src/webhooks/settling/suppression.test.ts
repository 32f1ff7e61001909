import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causes, deliveryStates } from '../delivery.ts';
import { type Candidate, repeatedDelivery } from './suppression.ts';

const TEN_MINUTES = 600_000;
const before = { delivery: 7, state: 'succeeded', contentHash: 'a', processedOn: 1_000_000 } as const;
const candidate: Candidate = { cause: 'event', attempt: 1, contentHash: 'a', processedOn: 1_000_001, before };

test('the same content within ten minutes of what was delivered is a repeat of it', () => {
  assert.equal(repeatedDelivery(candidate), 7);
  assert.equal(repeatedDelivery({ ...candidate, processedOn: before.processedOn + TEN_MINUTES - 1 }), 7);
});

test('ten minutes apart it is none', () => {
  assert.equal(repeatedDelivery({ ...candidate, processedOn: before.processedOn + TEN_MINUTES }), undefined);
});

test('other content, and the first delivery of a record, are none', () => {
  assert.equal(repeatedDelivery({ ...candidate, contentHash: 'b' }), undefined);
  assert.equal(repeatedDelivery({ ...candidate, before: undefined }), undefined);
});

test('only what was delivered can be repeated', () => {
  for (const state of deliveryStates.filter((one) => one !== 'succeeded')) {
    assert.equal(repeatedDelivery({ ...candidate, before: { ...before, state } }), undefined, state);
  }
});

test('what somebody asked for, and what was tried already, is no repeat', () => {
  for (const cause of causes.filter((one) => one !== 'event')) {
    assert.equal(repeatedDelivery({ ...candidate, cause }), undefined, cause);
  }
  assert.equal(repeatedDelivery({ ...candidate, attempt: 2 }), undefined);
});
