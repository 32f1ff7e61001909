import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems.ts';
import { fitting, fittingOne, MOST_BYTES } from './bounds.ts';
import { inTime } from './calls.ts';
import type { Asking } from './tool.ts';

test('as many items as fit are given, one at least, and what was cut says so', () => {
  const long = {
    Name: 'n',
    Description: 'é'.repeat(50_000),
    Lines: Array(9).fill({ a: 'x'.repeat(900) }),
    Change: [{ to: 'x'.repeat(9_000) }],
  };
  const { items, cut } = fitting(Array.from({ length: 100 }, () => long));
  assert.ok(cut && items.length > 5 && items.length < 100);
  assert.ok(Buffer.byteLength(JSON.stringify(items)) <= MOST_BYTES);
  assert.match((items[0] as typeof long).Description, /… \[cut: 50000 characters\]$/);
  assert.match(String((items[0] as unknown as { Lines: string }).Lines), /left out: \d+ bytes/);
  assert.match((items[0] as typeof long).Change[0]!.to, /… \[cut: 9000 characters\]$/);
  assert.deepEqual(fitting([{ a: 1 }]), { items: [{ a: 1 }], cut: false });
});

test('one value fits, however large its parts are', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, 'x'.repeat(10_000)]));
  const { value, cut } = fittingOne(many);
  assert.ok(cut && Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES);
  assert.deepEqual(fittingOne({ a: 'b' }), { value: { a: 'b' }, cut: false });
});

test('what takes too long is given up, with a word on how to narrow it', async () => {
  const over = new AbortController();
  const asking = { ended: over.signal, parts: { answerMs: 1_800 } } as unknown as Asking;
  assert.equal(await inTime(asking, Promise.resolve(7)), 7);
  const slow = inTime(asking, new Promise(() => {}));
  over.abort();
  const refused = await slow;
  assert.ok(refused instanceof Problem);
  assert.match(refused.detail, /1\.8 s .*Narrow it/);
  const ended = inTime(asking, Promise.reject(over.signal.reason));
  assert.ok((await ended) instanceof Problem, 'what ends because of it is the same to an assistant');
  assert.ok((await inTime(asking, new Promise(() => {}))) instanceof Problem, 'nor is anything begun afterwards');
});
