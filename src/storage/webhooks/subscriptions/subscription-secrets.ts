/** Seals a subscription's headers and signing secrets into its columns, and opens them again. */
import type { IdempotencyKey } from '../../../accounts/idempotency.ts';
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import type { Seals } from '../../../lib/sealed.ts';
import { createSigningKeys, type SigningKey } from '../../../webhooks/delivery/send/signature.ts';
import {
  addSigningSecret,
  createSigningSecret,
  formatSigningSecret,
  parseSigningSecrets,
  type RotatedSecret,
  type SigningSecrets,
} from '../../../webhooks/subscriptions/signing-secrets.ts';
import { openSecret, sealSecret, secretAssociatedData } from '../../secrets/secret-columns.ts';

export interface SubscriptionSecretsRow {
  /** The account's number in the database. */
  readonly account: number;
  readonly id: number;
  readonly sealed_headers: string;
  readonly signing_secrets: string | null;
}

/** Secrets for sending; each is undefined if the stored value is damaged. */
export interface DeliverySecrets {
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signing: readonly SigningKey[] | undefined;
}

type Headers = Readonly<Record<string, string>>;
type Named = Pick<SubscriptionSecretsRow, 'account' | 'id'>;

export function sealHeaders(seals: Seals, { account, id }: Named, headers: Headers): string {
  return sealSecret(
    seals,
    JSON.stringify(headers),
    secretAssociatedData('subscriptions', 'sealed_headers', account, [id]),
  );
}

/** Returns the headers as JSON text, or undefined if they are damaged. */
export function openHeaders(seals: Seals, { account, id, sealed_headers }: SubscriptionSecretsRow): string | undefined {
  return openSecret(seals, sealed_headers, secretAssociatedData('subscriptions', 'sealed_headers', account, [id]));
}

export function sealSigningSecrets(seals: Seals, { account, id }: Named, secrets: SigningSecrets): string {
  return seals.seal(JSON.stringify(secrets), secretAssociatedData('subscriptions', 'signing_secrets', account, [id]));
}

export function openSigningSecrets(
  seals: Seals,
  { account, id, signing_secrets }: SubscriptionSecretsRow,
): SigningSecrets | undefined {
  if (signing_secrets === null) return undefined;
  const text = openSecret(
    seals,
    signing_secrets,
    secretAssociatedData('subscriptions', 'signing_secrets', account, [id]),
  );
  return text === undefined ? undefined : parseSigningSecrets(text);
}

/**
 * Returns the column's value after a rotation, and the part that is shown to the client. If no stored secret is
 * readable, the new one is the only one.
 */
export function rotateSigningSecrets(
  seals: Seals,
  row: SubscriptionSecretsRow,
  now: number,
  graceMs: number,
): { readonly kept: string; readonly rotated: RotatedSecret } {
  const fresh = createSigningSecret();
  const secrets = addSigningSecret(openSigningSecrets(seals, row) ?? [], fresh, now, graceMs);
  // Whichever of them the receiver knows.
  const ends = secrets.flatMap(({ until }) => until ?? []);
  const previousUntil = ends.length === 0 ? null : Math.min(...ends);
  return {
    kept: sealSigningSecrets(seals, row, secrets),
    rotated: { signingSecret: formatSigningSecret(fresh), previousUntil },
  };
}

/** Seals an answer that contains secrets, which is stored to be returned again for the same Idempotency-Key. */
export function sealIdempotentAnswer(seals: Seals, account: number, once: IdempotencyKey, text: string): string {
  return seals.seal(text, secretAssociatedData('idempotency_keys', 'text', account, [once.integrationID, once.key]));
}

export function openIdempotentAnswer(seals: Seals, account: number, once: IdempotencyKey, kept: string): string {
  const text = openSecret(
    seals,
    kept,
    secretAssociatedData('idempotency_keys', 'text', account, [once.integrationID, once.key]),
  );
  if (text === undefined) throw new Error('An answer that was kept for its Idempotency-Key was altered.');
  return text;
}

/**
 * Creates a reader that caches opened secrets until their row changes. A lane needs the secrets again for every few
 * deliveries.
 */
export function createSecretsReader(seals: Seals): (row: SubscriptionSecretsRow) => DeliverySecrets {
  const opened = new RecentlyUsed<{ readonly row: SubscriptionSecretsRow; readonly secrets: DeliverySecrets }>(4_000);
  return (row) => {
    const name = `${row.account} ${row.id}`;
    const known = opened.get(name);
    if (
      known !== undefined &&
      known.row.sealed_headers === row.sealed_headers &&
      known.row.signing_secrets === row.signing_secrets
    )
      return known.secrets;
    const { account, id, sealed_headers, signing_secrets } = row;
    const secrets = openSecrets(seals, row);
    opened.set(name, { row: { account, id, sealed_headers, signing_secrets }, secrets });
    return secrets;
  };
}

export function openSecrets(seals: Seals, row: SubscriptionSecretsRow): DeliverySecrets {
  const signing = openSigningSecrets(seals, row);
  return { headers: readHeaders(seals, row), signing: signing && createSigningKeys(signing) };
}

/** Returns the headers as they are shown and sent, or undefined if the stored value is damaged. */
export function readHeaders(seals: Seals, row: SubscriptionSecretsRow): Headers | undefined {
  const text = openHeaders(seals, row);
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    if (!isObject || !Object.values(read).every((value) => typeof value === 'string')) return undefined;
    return read as Record<string, string>;
  } catch {
    return undefined;
  }
}
