/**
 * Signing secrets of a subscription's deliveries (Standard Webhooks). There is one; for a grace period after a rotation
 * the previous ones are valid as well. Every valid secret signs, so that a receiver may switch to the new one at any
 * time within the period.
 */
import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../../lib/ids.ts';
import { escapePointer, type Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';

export interface RotatedSecret {
  /** Secret as it is shown, once. */
  readonly signingSecret: string;
  /** Time at which the previous secrets expire, in epoch milliseconds; null if none of them signs any more. */
  readonly previousUntil: number | null;
}

/** Newest first. */
export type SigningSecrets = readonly SigningSecret[];

export interface SigningSecret {
  /** 32 bytes in base64. */
  readonly secret: string;
  /** Expiry in epoch milliseconds; null for the newest, which does not expire. */
  readonly until: number | null;
}

const SECRET_BYTES = 32;
export const DEFAULT_GRACE_SECONDS = 86_400;
export const MAX_GRACE_SECONDS = 7 * 86_400;
/** Maximum number of secrets: each adds a signature to every delivery. */
export const MAX_SIGNING_SECRETS = 5;

export function createSigningSecret(random: RandomBytes = randomBytes): SigningSecret {
  return { secret: random(SECRET_BYTES).toBase64(), until: null };
}

/** Returns the secret in the form that is shown to subscribers, once. */
export function formatSigningSecret({ secret }: SigningSecret): string {
  return `whsec_${secret}`;
}

/**
 * Adds a secret. The previous ones expire after the grace period, none later than before. All of them stay until then:
 * a client that lost an answer and repeats the request still has the previous one.
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

/** Returns the answer to a rotation. */
export function renderRotation({ signingSecret, previousUntil }: RotatedSecret): { [property: string]: Json } {
  return { signingSecret, previousUntil: previousUntil === null ? null : formatTimestamp(previousUntil) };
}

/** Parses the stored text; undefined if it is damaged. */
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

/** Returns the grace period that the body of a rotation requests, in milliseconds. */
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
