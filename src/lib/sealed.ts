/**
 * Encrypts texts for storage that others may read: AES-256-GCM, with a new nonce for each text. Each text is bound to
 * its place, so it cannot be moved to another place. Several keys may be known: the first encrypts, all decrypt. A
 * sealed text contains the id of its key.
 */
import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

export interface Seals {
  /** The id of the key that seals. */
  readonly current: string;
  /** The ids of all keys that open, the current one first. */
  readonly known: readonly string[];
  /** Encrypts a text; `open` succeeds only with the same `place`, which says what the text belongs to. */
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
/** Prefix of every sealed text, before the id of its key. JSON never begins with it. */
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

/** Returns an id that identifies the key to people and reveals nothing of it. */
export function keyIDOf(key: Uint8Array): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_LENGTH);
}

/** Returns the id of the key that a text was sealed with; undefined if it is not sealed. */
export function keyIDIn(text: string): string | undefined {
  return text.startsWith(SEALED) ? text.slice(SEALED.length, SEALED.length + KEY_ID_LENGTH) : undefined;
}

/** Decodes a base64 key; undefined if the text is not a valid key. */
export function readKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
}
