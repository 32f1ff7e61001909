import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreviousDelivery } from '../delivery/settle/suppression.ts';
import { hashTarget } from '../delivery/settle/target-hash.ts';
import { type AudienceMember, type HypotheticalChange, previewDelivery } from './delivery-preview.ts';
import type { Subscription } from './subscription.ts';

const subscription: Subscription = {
  id: 7,
  entityType: 'Assets',
  action: 'Updated',
  targetUrl: 'https://hooks.example.com:8443/in?secret=x',
  name: 'Warehouse',
  headers: { 'x-secret': 'secret' },
  filterEntityType: null,
  filterConditionEntityID: null,
  includeOwn: true,
  patience: null,
  active: true,
  deactivateReason: null,
  warning: null,
  waiting: null,
  createdOn: 0,
};
const narrowed = { ...subscription, filterEntityType: 'Asset status', filterConditionEntityID: '3' };
const off = { ...narrowed, active: false, deactivateReason: '30 deliveries in a row failed.' };
const change: HypotheticalChange = { filterValue: 3, contentHash: 'a', now: 1_000_000, byKey: true };
const target = hashTarget(subscription.targetUrl);
const sent: PreviousDelivery = {
  delivery: 93,
  cause: 'event',
  state: 'succeeded',
  contentHash: 'a',
  processedOn: 999_000,
  target,
};

const foreseen = (listener: Partial<AudienceMember>, more: Partial<HypotheticalChange> = {}) =>
  previewDelivery({ subscription, before: [], waiting: false, ...listener }, { ...change, ...more });

test('a delivery names the subscription and its host, and nothing that is secret', () => {
  assert.deepEqual(foreseen({}), {
    webhook: 7,
    name: 'Warehouse',
    host: 'hooks.example.com:8443',
    outcome: 'sends',
    why: 'It is on, and the event matches.',
  });
});

test('off comes before the filter, and the filter before repeats', () => {
  const repeat = { before: [sent] };
  assert.equal(foreseen({ ...repeat, subscription: off }, { filterValue: 4 }).outcome, 'off');
  assert.match(foreseen({ subscription: off }).why, /30 deliveries in a row failed/);
  assert.equal(foreseen({ ...repeat, subscription: narrowed }, { filterValue: 4 }).outcome, 'filtered');
  assert.equal(foreseen({ subscription: narrowed }, { filterValue: null }).outcome, 'filtered');
  assert.equal(foreseen({ ...repeat, subscription: narrowed }).outcome, 'suppressed');
});

test('what this key would do itself is left out where it is not wanted, before repeats and behind the filter', () => {
  const without = { ...narrowed, includeOwn: false };
  assert.equal(foreseen({ subscription: without, before: [sent] }).outcome, 'own');
  assert.equal(foreseen({ subscription: without }, { filterValue: 4 }).outcome, 'filtered');
  assert.equal(foreseen({ subscription: without }, { byKey: false }).outcome, 'sends', 'a person makes it');
});

test('a repeat is judged by what is settled, and says so while something waits', () => {
  const settled = foreseen({ before: [sent] });
  assert.deepEqual(
    [settled.outcome, settled.why],
    ['suppressed', 'It would repeat delivery 93, the last that was sent.'],
  );
  for (const before of [[sent], []]) {
    assert.match(foreseen({ before, waiting: true }).why, /By what is settled now/);
  }
  assert.equal(foreseen({ before: [{ ...sent, contentHash: 'b' }] }).outcome, 'sends');
  assert.equal(foreseen({ before: [sent] }, { now: sent.processedOn + 600_000 }).outcome, 'sends', 'ten minutes later');
});
