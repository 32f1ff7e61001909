import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { constantTimeEqual, randomId, secret256, sha256 } from './ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

test('an id is its prefix and the bytes in base 32 without look-alike letters', () => {
  assert.equal(
    randomId('acc_', 5, () => Uint8Array.of(0, 0, 0, 0, 0)),
    'acc_00000000',
  );
  assert.equal(
    randomId('', 5, () => Uint8Array.of(255, 255, 255, 255, 255)),
    'zzzzzzzz',
  );
  assert.equal(
    randomId('', 1, () => Uint8Array.of(0b00001_001)),
    '14',
  );
  assert.match(randomId('k_', 16), /^k_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('no two byte strings of a length give the same id', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const id = randomId('', bytes.length, (size) => bytes.subarray(0, size));
      assert.equal(id.length, Math.ceil((bytes.length * 8) / 5));
      // Read back as one large number; what the last character holds beyond the bytes is zero.
      let number = 0n;
      for (const character of id) number = number * 32n + BigInt(ALPHABET.indexOf(character));
      const spare = BigInt(id.length * 5 - bytes.length * 8);
      assert.equal(number & ((1n << spare) - 1n), 0n);
      assert.equal(number >> spare, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
    }),
    { numRuns: 1000 },
  );
});

test('a secret carries 256 bits, readable back from its text', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
  assert.deepEqual(
    Buffer.from(
      secret256(() => bytes),
      'base64url',
    ),
    Buffer.from(bytes),
  );
  assert.match(secret256(), /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(secret256(), secret256());
});

test('the hash is SHA-256 of the UTF-8 text', () => {
  assert.equal(sha256('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(sha256('').toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert(Buffer.isBuffer(sha256('ü')));
});

test('hashes are equal only when every byte is', () => {
  const hash = sha256('secret');
  assert.equal(constantTimeEqual(hash, sha256('secret')), true);
  for (let index = 0; index < hash.length; index++) {
    const other = Buffer.from(hash);
    other[index]! ^= 1;
    assert.equal(constantTimeEqual(hash, other), false);
  }
  assert.equal(constantTimeEqual(hash, hash.subarray(1)), false);
  assert.equal(constantTimeEqual(Buffer.alloc(0), hash), false);
});
