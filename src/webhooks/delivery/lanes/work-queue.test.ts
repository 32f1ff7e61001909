import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RECORD_ID } from '../../subscriptions/sample-record.ts';
import { WorkQueue } from './work-queue.ts';

test('at first everything is to be looked through, then only what was heard of', () => {
  const agenda = new WorkQueue(new Map());
  assert.deepEqual(agenda.take(32), { records: [], rested: new Set(), after: 0 });
  assert.ok(agenda.isEmpty);
  agenda.hear(5);
  agenda.hear(7);
  agenda.hear(5);
  assert.equal(agenda.wanted(32), 2);
  assert.deepEqual(agenda.take(1), { records: [5], rested: new Set(), after: undefined });
  assert.deepEqual(agenda.take(32), { records: [7], rested: new Set(), after: undefined });
  assert.ok(agenda.isEmpty);
});

test('news waits while older deliveries are looked through; a record whose turn it is does not', () => {
  const agenda = new WorkQueue(new Map());
  agenda.hear(5);
  agenda.add(7);
  assert.deepEqual(agenda.take(32), { records: [7], rested: new Set(), after: 0 });
  agenda.hear(6);
  agenda.putBack({ records: [9, 3], rested: new Set(), after: 40 });
  assert.deepEqual(agenda.take(32), { records: [9, 3], rested: new Set(), after: 40 });
  agenda.putBack({ records: [], rested: new Set(), after: undefined });
  assert.deepEqual(agenda.take(32).records, [5, 6]);
});

test('tests come first, by themselves, and wait for no look through everything', () => {
  const test = SAMPLE_RECORD_ID - 41;
  const out = new Map<number, number>();
  const agenda = new WorkQueue(out);
  agenda.hear(5);
  agenda.hear(test);
  agenda.add(test - 1, true);
  assert.deepEqual([agenda.wanted(32, 'test'), agenda.wanted(1, 'test')], [2, 1]);
  const places = agenda.take(32, 'test');
  assert.deepEqual(places, { records: [test, test - 1], rested: new Set([test - 1]), after: undefined });
  assert.deepEqual(agenda.take(32), { records: [], rested: new Set(), after: 0 });
  assert.deepEqual(agenda.take(32).records, [5]);
  agenda.putBack(places, 'test');
  assert.deepEqual(agenda.take(32, 'test'), places);
  assert.ok(agenda.isEmpty);
  // One that is sent again waits like everything else.
  agenda.putBack({ records: [test], rested: new Set(), after: undefined });
  assert.deepEqual([agenda.wanted(32, 'test'), agenda.take(32).records], [0, [test]]);
  out.set(test, 0);
  agenda.hear(test);
  assert.ok(agenda.isEmpty && agenda.has(test));
});

test('what was found and there was no slot for comes before what was heard of since', () => {
  const agenda = new WorkQueue(new Map());
  agenda.take(32);
  agenda.hear(1);
  agenda.putBack({ records: [30, 20], rested: new Set(), after: undefined });
  assert.deepEqual(agenda.take(1).records, [30]);
  agenda.putBack({ records: [30], rested: new Set(), after: undefined });
  agenda.hear(20);
  assert.deepEqual(agenda.take(32).records, [30, 20, 1]);
  assert.ok(agenda.isEmpty);
});

test('hints about a record whose attempt is out are kept until it is back', () => {
  const out = new Map([[5, 0]]);
  const agenda = new WorkQueue(out);
  agenda.take(32);
  agenda.hear(5);
  assert.ok(agenda.isEmpty);
  assert.ok(agenda.has(5));
  out.delete(5);
  assert.deepEqual(agenda.take(32).records, [5]);
});

test('a look through everything goes on where it stopped, unless it is asked for anew', () => {
  const agenda = new WorkQueue(new Map());
  agenda.take(32);
  agenda.goOn(40);
  assert.equal(agenda.wanted(32), 32);
  assert.equal(agenda.take(32).after, 40);
  agenda.everything();
  agenda.goOn(80);
  assert.equal(agenda.take(32).after, 0);
});

test('what could not be looked at is put back', () => {
  const agenda = new WorkQueue(new Map());
  agenda.add(9);
  agenda.putBack(agenda.take(32));
  assert.deepEqual(agenda.take(32), { records: [9], rested: new Set(), after: 0 });
});

test('more hints than are worth keeping become a look through everything', () => {
  const out = new Map([[1, 0]]);
  const agenda = new WorkQueue(out);
  agenda.take(32);
  for (let record = 1; record <= 1_500; record++) agenda.hear(record);
  const places = agenda.take(10_000);
  assert.equal(places.after, 0);
  assert.ok(places.records.length < 1_000);
  assert.ok(agenda.has(1), 'the record that is out could be passed over');
});

test('that a pause is over is known until the record is looked at, and no longer once its attempt has left', () => {
  const agenda = new WorkQueue(new Map());
  agenda.take(32);
  agenda.add(5, true);
  agenda.add(5);
  agenda.add(7, true);
  agenda.add(8);
  agenda.sent(7);
  const places = agenda.take(32);
  assert.deepEqual([...places.rested], [5]);
  agenda.putBack(places);
  assert.deepEqual([...agenda.take(32).rested], [5]);
  agenda.add(5);
  assert.deepEqual([...agenda.take(32).rested], [], 'the next pause is another one');
});
