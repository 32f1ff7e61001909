import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSeals, keyIDIn, keyIDOf, readKey } from './sealed.ts';

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;

test('what is sealed is opened again in its own place, and shows nothing of itself', () => {
  const seals = createSeals([first]);
  for (const text of ['', '{}', 'open sesame', 'ü€\u{1f512}'.repeat(1000)]) {
    const sealed = seals.seal(text, 'row 1');
    assert.equal(seals.open(sealed, 'row 1'), text);
    assert.match(sealed, /^mds1\.[0-9a-f]{8}\.[\w-]+$/);
    assert.ok(text === '' || !sealed.includes(text));
  }
});

test('the same text is never sealed to the same text', () => {
  const seals = createSeals([first]);
  assert.notEqual(seals.seal('same', 'row 1'), seals.seal('same', 'row 1'));
});

test('in the place of another it cannot be opened, nor where a single character was altered', () => {
  const seals = createSeals([first]);
  const sealed = seals.seal('open sesame', 'row 1');
  const keyID = keyIDOf(first);
  assert.deepEqual(seals.open(sealed, 'row 2'), { because: 'altered', keyID });
  for (let at = sealed.lastIndexOf('.') + 1; at < sealed.length; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
    // The last character carries bits that are none of the bytes.
    if (Buffer.from(altered.slice(14), 'base64url').equals(Buffer.from(sealed.slice(14), 'base64url'))) continue;
    assert.deepEqual(seals.open(altered, 'row 1'), { because: 'altered', keyID }, String(at));
  }
  for (const cut of [sealed.slice(0, 14), sealed.slice(0, 30), `${sealed.slice(0, 14)}!`])
    assert.deepEqual(seals.open(cut, 'row 1'), { because: 'altered', keyID });
});

test('the first key seals, all open, and a text names the key that is missing', () => {
  const before = createSeals([first]).seal('kept', 'row 1');
  const rotated = createSeals([second, first]);
  assert.equal(rotated.open(before, 'row 1'), 'kept');
  const after = rotated.seal('kept', 'row 1');
  assert.equal(keyIDIn(after), keyIDOf(second));
  assert.deepEqual(createSeals([first]).open(after, 'row 1'), { because: 'unknown key', keyID: keyIDOf(second) });
  assert.deepEqual(rotated.known, [keyIDOf(second), keyIDOf(first)]);
});

test('a key is 32 bytes in base64, of either alphabet', () => {
  for (let round = 0; round < 50; round++) {
    const key = randomBytes(32);
    for (const encoding of ['base64', 'base64url'] as const)
      assert.deepEqual(Buffer.from(readKey(key.toString(encoding))!), key);
  }
  for (const text of [
    '',
    'short',
    'x'.repeat(42),
    'x'.repeat(45),
    `${'x'.repeat(42)}!`,
    randomBytes(31).toString('base64'),
  ])
    assert.equal(readKey(text), undefined, text);
});
