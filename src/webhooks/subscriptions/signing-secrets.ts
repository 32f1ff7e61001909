/**
 * The secrets a subscription's deliveries are signed with (Standard Webhooks). There is one, and for a while after it was exchanged those
 * before it as well: every one that has not ended signs, so that a receiver may take up the new one whenever it gets to it.
 */
import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../../lib/ids.ts';
import { escapePointer, type Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';

export interface RotatedSecret {
  /** As it is shown, once. */
  readonly signingSecret: string;
  /** When those before it end, in epoch milliseconds; null where none signs any more. */
  readonly previousUntil: number | null;
}

/** Newest first. */
export type SigningSecrets = readonly SigningSecret[];

export interface SigningSecret {
  /** 32 bytes in base64. */
  readonly secret: string;
  /** When it ends, in epoch milliseconds; null for the newest, which does not. */
  readonly until: number | null;
}

const SECRET_BYTES = 32;
export const DEFAULT_GRACE_SECONDS = 86_400;
export const MAX_GRACE_SECONDS = 7 * 86_400;
/** Each adds a signature to every delivery. */
export const MAX_SIGNING_SECRETS = 5;

export function createSigningSecret(random: RandomBytes = randomBytes): SigningSecret {
  return { secret: random(SECRET_BYTES).toBase64(), until: null };
}

/** As subscribers are told it, once. */
export function formatSigningSecret({ secret }: SigningSecret): string {
  return `whsec_${secret}`;
}

/**
 * Those before the fresh one end after the grace, and none later than it would have anyway. All of them stay until then: whoever lost an
 * answer and asks again still has the one from before that.
 */
export function addSigningSecret(
  kept: SigningSecrets,
  fresh: SigningSecret,
  now: number,
  graceMs: number,
): SigningSecrets {
  const end = now + graceMs;
  const staying = kept
    .map(({ secret, until }) => ({ secret, until: until === null ? end : Math.min(until, end) }))
    .filter(({ until }) => until > now);
  return [fresh, ...staying].slice(0, MAX_SIGNING_SECRETS);
}

/** What a rotation is answered with. */
export function renderRotation({ signingSecret, previousUntil }: RotatedSecret): { [property: string]: Json } {
  return { signingSecret, previousUntil: previousUntil === null ? null : formatTimestamp(previousUntil) };
}

/** What was kept as text; undefined where it is damaged. */
export function parseSigningSecrets(text: string): SigningSecrets | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.length > 0 && read.every(isSecret) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isSecret(value: unknown): boolean {
  const { secret, until } = (value ?? {}) as Partial<SigningSecret>;
  if (typeof secret !== 'string' || !/^[A-Za-z0-9+/]{43}=$/.test(secret)) return false;
  return until === null || Number.isSafeInteger(until);
}

/** The grace that the body of a rotation asks for, in milliseconds. */
export function parseGrace(body: Json): number | Problem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalid('', 'must be an object, such as {"graceSeconds": 86400}');
  }
  const stray = Object.keys(body).find((name) => name !== 'graceSeconds');
  if (stray !== undefined) {
    return invalid(`/${escapePointer(stray)}`, 'is not known here; there is graceSeconds alone');
  }
  const seconds = body.graceSeconds === undefined ? DEFAULT_GRACE_SECONDS : body.graceSeconds;
  if (Number.isSafeInteger(seconds) && (seconds as number) >= 0 && (seconds as number) <= MAX_GRACE_SECONDS) {
    return (seconds as number) * 1000;
  }
  return invalid('/graceSeconds', `must be a whole number from 0 to ${MAX_GRACE_SECONDS}`);
}

function invalid(pointer: string, message: string): Problem {
  const place = pointer === '' ? 'The body' : pointer;
  return new Problem('invalid_body', `${place} ${message}.`, { errors: [{ pointer, message }] });
}
