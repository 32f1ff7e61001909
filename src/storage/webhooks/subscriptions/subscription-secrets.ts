/** A subscription's headers and signing secrets: how they are sealed into its columns, and opened again. */
import type { IdempotencyKey } from '../../../accounts/idempotency.ts';
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import type { Seals } from '../../../lib/sealed.ts';
import { type SigningKey, signingKeysOf } from '../../../webhooks/delivery/send/signature.ts';
import {
  newSigningSecret,
  type RotatedSecret,
  readSigningSecrets,
  type SigningSecrets,
  shownSecret,
  withFresh,
} from '../../../webhooks/subscriptions/signing-secrets.ts';
import { openKept, placeOfSecret, sealToKeep } from '../../secrets/secret-columns.ts';

export interface SecretsRow {
  /** The account, by the number that the database knows it by. */
  readonly account: number;
  readonly id: number;
  readonly sealed_headers: string;
  readonly signing_secrets: string | null;
}

/** Each undefined where what is kept is damaged. */
export interface SendingSecrets {
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signing: readonly SigningKey[] | undefined;
}

type Headers = Readonly<Record<string, string>>;
type Named = Pick<SecretsRow, 'account' | 'id'>;

export function sealHeaders(seals: Seals, { account, id }: Named, headers: Headers): string {
  return sealToKeep(seals, JSON.stringify(headers), placeOfSecret('subscriptions', 'sealed_headers', account, [id]));
}

/** The JSON text; undefined where it is damaged. */
export function openHeaders(seals: Seals, { account, id, sealed_headers }: SecretsRow): string | undefined {
  return openKept(seals, sealed_headers, placeOfSecret('subscriptions', 'sealed_headers', account, [id]));
}

export function sealSigning(seals: Seals, { account, id }: Named, secrets: SigningSecrets): string {
  return seals.seal(JSON.stringify(secrets), placeOfSecret('subscriptions', 'signing_secrets', account, [id]));
}

export function openSigning(seals: Seals, { account, id, signing_secrets }: SecretsRow): SigningSecrets | undefined {
  if (signing_secrets === null) return undefined;
  const text = openKept(seals, signing_secrets, placeOfSecret('subscriptions', 'signing_secrets', account, [id]));
  return text === undefined ? undefined : readSigningSecrets(text);
}

/** The column after a rotation, and what is shown of it. Without any that can be read, the fresh one is the only one. */
export function rotateSigning(
  seals: Seals,
  row: SecretsRow,
  now: number,
  graceMs: number,
): { readonly kept: string; readonly rotated: RotatedSecret } {
  const fresh = newSigningSecret();
  const secrets = withFresh(openSigning(seals, row) ?? [], fresh, now, graceMs);
  // Whichever of them the receiver knows.
  const ends = secrets.flatMap(({ until }) => until ?? []);
  const previousUntil = ends.length === 0 ? null : Math.min(...ends);
  return { kept: sealSigning(seals, row, secrets), rotated: { signingSecret: shownSecret(fresh), previousUntil } };
}

/** An answer that shows secrets, kept to be given again under the same Idempotency-Key. */
export function sealAnswer(seals: Seals, account: number, once: IdempotencyKey, text: string): string {
  return seals.seal(text, placeOfSecret('idempotency_keys', 'text', account, [once.integrationID, once.key]));
}

export function openAnswer(seals: Seals, account: number, once: IdempotencyKey, kept: string): string {
  const text = openKept(
    seals,
    kept,
    placeOfSecret('idempotency_keys', 'text', account, [once.integrationID, once.key]),
  );
  if (text === undefined) throw new Error('An answer that was kept for its Idempotency-Key was altered.');
  return text;
}

/** For those who send: a lane asks again for every few deliveries, and what was opened is kept as long as the row stays as it is. */
export function makeSecretsReader(seals: Seals): (row: SecretsRow) => SendingSecrets {
  const opened = new RecentlyUsed<{ readonly row: SecretsRow; readonly secrets: SendingSecrets }>(4_000);
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

export function openSecrets(seals: Seals, row: SecretsRow): SendingSecrets {
  const signing = openSigning(seals, row);
  return { headers: readHeaders(seals, row), signing: signing && signingKeysOf(signing) };
}

/** As they are shown and sent; undefined where what is kept is damaged. */
export function readHeaders(seals: Seals, row: SecretsRow): Headers | undefined {
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
