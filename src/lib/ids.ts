/** Random ids and secrets; hashing and constant-time comparison of secrets. */
import { Buffer } from 'node:buffer';
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export type RandomBytes = (size: number) => Uint8Array;

/** Crockford's base 32, lower case: no i, l, o or u, so that an id can be read out over the telephone. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `prefix` as it is, then `bytes` random bytes in base 32 (8 characters for every 5 bytes, rounded up). */
export function randomId(prefix: string, bytes: number, random: RandomBytes = randomBytes): string {
  return prefix + base32(random(bytes));
}

/** 256 random bits in base64url, 43 characters. */
export function secret256(random: RandomBytes = randomBytes): string {
  return random(32).toBase64({ alphabet: 'base64url', omitPadding: true });
}

export function sha256(text: string | Uint8Array): Buffer {
  // By way of a text: a Buffer of its own would take longer to make than the hash.
  return Buffer.from(hash('sha256', text, 'latin1'), 'latin1');
}

/** Returns the SHA-256 hash in hexadecimal, without an intermediate Buffer. */
export function sha256Hex(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/**
 * Compares in constant time: the position of the first difference does not affect the duration. Only a difference in
 * length, which is no secret, is visible.
 */
export function constantTimeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte; // what was written already moves up and out
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(pending >> bits) & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[(pending << (5 - bits)) & 31];
}
