import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { fitItems, fitValue, MAX_RESULT_BYTES } from './result-size.ts';
import { withTimeout } from './route-calls.ts';
import type { ToolContext } from './tool.ts';
import { extractPart } from './value-part.ts';

test('as many items as fit are given, one at least, and what was cut says so', () => {
  const long = {
    Name: 'n',
    Description: 'é'.repeat(50_000),
    Lines: Array(9).fill({ a: 'x'.repeat(900) }),
    Change: [{ to: 'x'.repeat(9_000) }],
  };
  const { items, fewer, cut } = fitItems(Array.from({ length: 100 }, () => long));
  assert.deepEqual(cut, ['Description', 'Lines', 'Change'], 'and in which of their values');
  assert.ok(fewer && items.length > 5 && items.length < 100);
  assert.ok(Buffer.byteLength(JSON.stringify(items)) <= MAX_RESULT_BYTES);
  assert.match((items[0] as typeof long).Description, /… \[cut: 50000 characters\]$/);
  assert.match(String((items[0] as unknown as { Lines: string }).Lines), /left out: \d+ bytes/);
  assert.match((items[0] as typeof long).Change[0]!.to, /… \[cut: 9000 characters\]$/);
  assert.deepEqual(fitItems([{ a: 1 }]), { items: [{ a: 1 }], fewer: false, cut: [] });
  assert.deepEqual([fitItems([long]).fewer, fitItems([long]).cut], [false, cut], 'also where none is missing');
});

test('one value fits, however large its parts are', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, 'x'.repeat(10_000)]));
  const { value, cut } = fitValue(many);
  assert.equal(cut.length, 60);
  assert.ok(Buffer.byteLength(JSON.stringify(value)) <= MAX_RESULT_BYTES);
  assert.deepEqual(fitValue({ a: 'b' }), { value: { a: 'b' }, cut: [] });
});

test('a value that is too large is read whole part by part, whatever it is', () => {
  const values: Json[] = [
    Array.from({ length: 9_000 }, (_, n) => ({ n, text: 'é"' })),
    Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`member ${n}`, n])),
    `${'😀\n'.repeat(40_000)}.`,
  ];
  for (const value of values) {
    const whole = JSON.stringify({ 'a/b': [0, value] });
    const parts: Json[] = [];
    for (let skip = 0, isLast = false; !isLast; ) {
      const { part, total, cut, rest } = asPart(extractPart(whole, ['a/b', '1'], skip));
      assert.ok(Buffer.byteLength(JSON.stringify(part)) <= MAX_RESULT_BYTES);
      parts.push(part!);
      isLast = cut === false;
      skip = isLast ? (total as number) : Number(/skip=(\d+)/.exec(rest as string)![1]);
    }
    const read =
      typeof value === 'string' ? parts.join('') : Array.isArray(value) ? parts.flat() : Object.assign({}, ...parts);
    assert.deepEqual(read, value);
    assert.ok(parts.length > 1 && parts.length < 20);
  }
  const large = asPart(extractPart(JSON.stringify({ a: [1, { b: 'x'.repeat(90_000) }] }), ['a'], 1));
  assert.match(String(large.rest), /at=\/a\/1 shows it/);
  assert.deepEqual(asPart(extractPart('{"a": 7}', ['a'], 0)), { part: 7, cut: false });
  for (const at of [['b'], ['a', '0'], ['a', 'length']])
    assert.ok(extractPart('{"a": "text"}', at, 0) instanceof Problem, at.join('/'));

  function asPart(found: JsonObject | Problem): JsonObject {
    assert.ok(!(found instanceof Problem));
    return found;
  }
});

test('what takes too long is given up, with a word on how to narrow it', async () => {
  const over = new AbortController();
  const asking = { ended: over.signal, parts: { answerMs: 1_800 } } as unknown as ToolContext;
  assert.equal(await withTimeout(asking, Promise.resolve(7)), 7);
  const slow = withTimeout(asking, new Promise(() => {}));
  over.abort();
  const refused = await slow;
  assert.ok(refused instanceof Problem);
  assert.match(refused.detail, /1\.8 s .*Narrow it/);
  const ended = withTimeout(asking, Promise.reject(over.signal.reason));
  assert.ok((await ended) instanceof Problem, 'what ends because of it is the same to an assistant');
  assert.ok((await withTimeout(asking, new Promise(() => {}))) instanceof Problem, 'nor is anything begun afterwards');
});
