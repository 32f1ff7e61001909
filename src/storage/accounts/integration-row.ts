/** An integration as both engines keep it. */
import type { Integration } from '../../accounts/caller.ts';
import type { PreviousSecrets } from '../../accounts/previous-secrets.ts';
import type { Role } from '../../accounts/roles.ts';
import type { Area } from '../../catalogue/index.ts';

export interface IntegrationColumns {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly areas: string;
  readonly submitter: string;
  readonly created_on: number;
  readonly created_by: string;
  /** Where it was asked for. */
  readonly proposes_only?: boolean | number;
}

export function integrationOf(row: IntegrationColumns): Integration {
  const { id, name, role, areas, submitter, created_on: createdOn, created_by: createdBy } = row;
  const held = areas === '' ? [] : (areas.split(',') as Area[]);
  const proposes = row.proposes_only ? ({ proposesOnly: true } as const) : {};
  return { id, name, role: role as Role, areas: held, submitter, createdOn, createdBy, ...proposes };
}

/** The previous secrets of a key: the newest in columns of its own, which instances of before know, and those before it as JSON. */
export interface PreviousSecretColumns extends PreviousSecretExpiryColumns {
  readonly previous_secret_hash: Uint8Array | null;
}

export interface PreviousSecretExpiryColumns {
  readonly previous_valid_until: number | null;
  readonly earlier_secrets: string | null;
}

export function previousSecretsOf(row: PreviousSecretColumns): PreviousSecrets {
  const { previous_secret_hash: hash, previous_valid_until: validUntil } = row;
  return hash === null || validUntil === null
    ? []
    : [{ hash: Buffer.from(hash), validUntil }, ...(parseEarlierSecrets(row.earlier_secrets) ?? [])];
}

/** In the order of `PREVIOUS_COLUMNS`. */
export function previousSecretValues([newest, ...earlier]: PreviousSecrets) {
  const kept = earlier.map(({ hash, validUntil }) => ({ hash: hash.toString('hex'), validUntil }));
  const text = kept.length === 0 ? null : JSON.stringify(kept);
  return [newest?.hash ?? null, newest?.validUntil ?? null, text] as const;
}
export const PREVIOUS_SECRET_COLUMNS = [
  'previous_secret_hash',
  'previous_valid_until',
  'earlier_secrets',
] as const satisfies (keyof PreviousSecretColumns)[];

export const CLEAR_PREVIOUS_SECRETS_SQL = PREVIOUS_SECRET_COLUMNS.map((column) => `${column} = NULL`).join(', ');

/** When each of them ends. */
export function previousSecretExpiriesOf({
  previous_valid_until: newest,
  earlier_secrets,
}: PreviousSecretExpiryColumns): number[] {
  if (newest === null) return [];
  return [newest, ...(parseEarlierSecrets(earlier_secrets) ?? []).map(({ validUntil }) => validUntil)];
}

/** Undefined where it is none that is written here. */
export function parseEarlierSecrets(text: string | null): PreviousSecrets | undefined {
  if (text === null) return [];
  try {
    const read: unknown = JSON.parse(text);
    if (!Array.isArray(read) || read.length === 0 || !read.every(isEarlier)) return undefined;
    return read.map(({ hash, validUntil }) => ({ hash: Buffer.from(hash, 'hex'), validUntil }));
  } catch {
    return undefined;
  }
}

function isEarlier(value: unknown): value is { readonly hash: string; readonly validUntil: number } {
  const { hash, validUntil } = (value ?? {}) as { hash?: unknown; validUntil?: unknown };
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && Number.isSafeInteger(validUntil);
}

/** So many of those that were revoked are listed, the last ones. */
const MAX_REVOKED_LISTED = 200;

/**
 * Holds for the integrations `i` of the account $1 that a list shows: those that work, those that still have webhooks, and the last that were
 * revoked. Found by their ids, so that those that are not shown are not looked at.
 */
export const IS_LISTED_INTEGRATION_SQL = `i.id IN (
  SELECT w.id FROM integrations AS w WHERE w.account = $1 AND w.revoked_on IS NULL
  UNION SELECT s.integration_id FROM subscriptions AS s WHERE s.account = $1 AND s.removed_on IS NULL
  UNION SELECT l.id FROM (SELECT r.id FROM integrations AS r WHERE r.account = $1 AND r.revoked_on IS NOT NULL
    ORDER BY r.revoked_on DESC LIMIT ${MAX_REVOKED_LISTED}) AS l)`;
