/**
 * Texts as they are kept where others may read: AES-256-GCM with a nonce of their own, bound to the place they belong to, so that one
 * cannot be put in the place of another. Several keys may be known; the first seals, all open. A sealed text names its key.
 */
import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

export interface Seals {
  /** The id of the key that seals. */
  readonly current: string;
  /** The ids of all keys that open, the current one first. */
  readonly known: readonly string[];
  /** `place` says what the text belongs to; only there it can be opened again. */
  seal(text: string, place: string): string;
  open(sealed: string, place: string): string | Unopened;
}

export interface Unopened {
  readonly because: 'unknown key' | 'altered';
  readonly keyID: string;
}

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What every sealed text begins with, before the id of its key. JSON never does. */
export const SEALED = 'mds1.';
export const KEY_ID_LENGTH = 8;

export function createSeals(keys: readonly Uint8Array[], random: RandomBytes = randomBytes): Seals {
  const byID = new Map(keys.map((key): [string, KeyObject] => [keyIDOf(key), createSecretKey(key)]));
  const known = [...byID.keys()];
  const current = known[0];
  if (current === undefined) throw new Error('There is no key to seal with.');
  const prefix = `${SEALED}${current}.`;
  return {
    current,
    known,
    seal(text, place) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', byID.get(current)!, nonce);
      cipher.setAAD(Buffer.from(place));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return prefix + Buffer.concat(parts).toString('base64url');
    },
    open(sealed, place) {
      const keyID = keyIDIn(sealed) ?? '';
      const key = byID.get(keyID);
      if (key === undefined) return { because: 'unknown key', keyID };
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return { because: 'altered', keyID };
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return { because: 'altered', keyID };
      }
    },
  };
}

/** Tells keys apart for people, and gives nothing of them away. */
export function keyIDOf(key: Uint8Array): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_LENGTH);
}

/** The id of the key that a text was sealed with; undefined where it is not sealed. */
export function keyIDIn(text: string): string | undefined {
  return text.startsWith(SEALED) ? text.slice(SEALED.length, SEALED.length + KEY_ID_LENGTH) : undefined;
}

/** Its bytes, where the text is a key in base64; undefined where it is none. */
export function readKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
}
