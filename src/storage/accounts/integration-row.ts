/** Maps an integration to the columns that both engines use. */
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
  /** Present only if the query selects it. */
  readonly proposes_only?: boolean | number;
}

export function integrationOf(row: IntegrationColumns): Integration {
  const { id, name, role, areas, submitter, created_on: createdOn, created_by: createdBy } = row;
  const held = areas === '' ? [] : (areas.split(',') as Area[]);
  const proposes = row.proposes_only ? ({ proposesOnly: true } as const) : {};
  return { id, name, role: role as Role, areas: held, submitter, createdOn, createdBy, ...proposes };
}

/**
 * Columns for the previous secrets of a key. The newest has its own columns, which older instances understand; earlier
 * ones are stored as JSON.
 */
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

/** Returns the column values in the order of `PREVIOUS_SECRET_COLUMNS`. */
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

/** Returns the expiry time of each previous secret. */
export function previousSecretExpiriesOf({
  previous_valid_until: newest,
  earlier_secrets,
}: PreviousSecretExpiryColumns): number[] {
  if (newest === null) return [];
  return [newest, ...(parseEarlierSecrets(earlier_secrets) ?? []).map(({ validUntil }) => validUntil)];
}

/** Parses the earlier secrets; undefined if the text was not written by this program. */
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

/** Maximum number of revoked integrations listed; the latest ones are shown. */
const MAX_REVOKED_LISTED = 200;

/**
 * Condition for integrations `i` of account $1 that a list shows: active ones, those that still have webhooks, and the
 * latest revoked ones. It selects by id, so that hidden integrations are not scanned.
 */
export const IS_LISTED_INTEGRATION_SQL = `i.id IN (
  SELECT w.id FROM integrations AS w WHERE w.account = $1 AND w.revoked_on IS NULL
  UNION SELECT s.integration_id FROM subscriptions AS s WHERE s.account = $1 AND s.removed_on IS NULL
  UNION SELECT l.id FROM (SELECT r.id FROM integrations AS r WHERE r.account = $1 AND r.revoked_on IS NOT NULL
    ORDER BY r.revoked_on DESC LIMIT ${MAX_REVOKED_LISTED}) AS l)`;
