/** A subscription's headers and signing secrets: how they are sealed into its columns, and opened again. */
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
  /** The account, by the number that the database knows it by. */
  readonly account: number;
  readonly id: number;
  readonly sealed_headers: string;
  readonly signing_secrets: string | null;
}

/** Each undefined where what is kept is damaged. */
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

/** The JSON text; undefined where it is damaged. */
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

/** The column after a rotation, and what is shown of it. Without any that can be read, the fresh one is the only one. */
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

/** An answer that shows secrets, kept to be given again under the same Idempotency-Key. */
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

/** For those who send: a lane asks again for every few deliveries, and what was opened is kept as long as the row stays as it is. */
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

/** As they are shown and sent; undefined where what is kept is damaged. */
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
