/** Signature of a delivery, by Standard Webhooks: an HMAC-SHA256 over id, time and body for each valid secret. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { SigningSecrets } from '../../subscriptions/signing-secrets.ts';

/** Signing key, created once per subscription: that takes as long as a signature. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly until: number | null;
}

export interface SignedContent {
  readonly webhookId: string;
  /** Unix seconds, as in the header. */
  readonly timestamp: string;
  readonly body: string;
}

export function createSigningKeys(secrets: SigningSecrets): readonly SigningKey[] {
  return secrets.map(({ secret, until }) => ({ key: createSecretKey(secret, 'base64'), until }));
}

/** Returns the value of `webhook-signature`, the newest secret first. */
export function signDelivery(keys: readonly SigningKey[], signed: SignedContent, now: number): string {
  const { webhookId, timestamp, body } = signed;
  return keys
    .filter(({ until }) => until === null || until > now)
    .map(({ key }) => {
      const mac = createHmac('sha256', key).update(`${webhookId}.${timestamp}.`).update(body);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}
