/**
 * Encrypts secrets with the current key: those in clear text at the first start, and those under previous keys on
 * demand. Works value by value in any order, so an interrupted run is simply restarted.
 */

import { parseJson } from '../../lib/json.ts';
import type { Log } from '../../lib/log.ts';
import { KEY_ID_LENGTH, keyIDIn, SEALED, type Seals } from '../../lib/sealed.ts';
import { renameSignatureHeader } from '../../webhooks/subscriptions/custom-headers.ts';
import { createSigningSecret } from '../../webhooks/subscriptions/signing-secrets.ts';
import type { Finding, SecretCensus } from '../shard.ts';
import { StorageError } from '../storage-error.ts';
import { type AccountRow, columnIndexOf } from '../transfer/account-rows.ts';
import {
  NO_HEADERS,
  type SecretKind,
  sealRowSecrets,
  secretAssociatedData,
  secretColumns,
  secretKinds,
} from './secret-columns.ts';

/** The identity of a row, and its secrets in the order of their columns. */
export interface SecretRow {
  readonly account: number;
  readonly by: readonly (string | number)[];
  readonly kept: readonly (string | null)[];
}

/**
 * `clear`: secrets never encrypted. `all`: also those under other keys. `lost`: replaces signing secrets under this
 * lost key.
 */
export type ResealScope = 'clear' | 'all' | { readonly lost: string };

/** Returns the new values in the order of the columns; undefined if the row does not change. */
export function resealRow(
  seals: Seals,
  kind: SecretKind,
  row: SecretRow,
  which: ResealScope,
  log: Log,
): readonly (string | null)[] | undefined {
  const { columns } = secretColumns[kind];
  const next = row.kept.map((kept, n) => {
    const column = columns[n]!;
    const place = secretAssociatedData(kind, column, row.account, row.by);
    if (kept === null) return column === 'signing_secrets' ? seals.seal(fresh(), place) : null;
    const keyID = keyIDIn(kept);
    if (keyID === undefined) return sealClear(seals, { kind, column, kept, place, row }, log);
    if (typeof which === 'object') {
      return column === 'signing_secrets' && keyID === which.lost ? seals.seal(fresh(), place) : kept;
    }
    if (which === 'clear' || keyID === seals.current) return kept;
    const opened = seals.open(kept, place);
    return typeof opened === 'string' ? seals.seal(opened, place) : kept;
  });
  return next.every((value, n) => value === row.kept[n]) ? undefined : next;
}

/**
 * Encrypts a row that arrives in clear text from another shard. Adds a signing secret to a subscription without one.
 */
export function sealImportedRow(seals: Seals, account: number, row: AccountRow): AccountRow {
  const at = columnIndexOf('subscriptions', 'signing_secrets');
  if (row.kind !== 'subscriptions' || row.values[at] !== null) return sealRowSecrets(seals, account, row);
  return sealRowSecrets(seals, account, { kind: row.kind, values: row.values.with(at, fresh()) });
}

/**
 * Creates signing secrets for a subscription that predates signing, or whose secret is lost. Its owner has not seen
 * them; the first rotation shows new ones.
 */
function fresh(): string {
  return JSON.stringify([createSigningSecret()]);
}

interface Clear {
  readonly kind: SecretKind;
  readonly column: string;
  readonly kept: string;
  readonly place: string;
  readonly row: SecretRow;
}

function sealClear(seals: Seals, { column, kept, place, row }: Clear, log: Log): string {
  if (column !== 'sealed_headers') return seals.seal(kept, place);
  if (kept === NO_HEADERS) return kept;
  const parsed = parseJson(kept);
  const renamed = parsed.ok ? renameSignatureHeader(parsed.value as Record<string, string>) : undefined;
  if (renamed === undefined) return seals.seal(kept, place);
  log.warn(
    { account: row.account, subscription: row.by[0], to: renamed.to },
    'deliveries are signed now: the header webhook-signature of a subscription was renamed',
  );
  return seals.seal(JSON.stringify(renamed.headers), place);
}

/** Replaces the key id of unencrypted secrets in the census. */
export const CLEAR_MARK = 'clear';

const marked = (column: string) =>
  `CASE WHEN ${column} LIKE '${SEALED}%' THEN substr(${column}, ${SEALED.length + 1}, ${KEY_ID_LENGTH}) ELSE '${CLEAR_MARK}' END AS mark`;

/** Counts secrets by key, on both engines. */
export const SELECT_CENSUS_SQL = `SELECT mark, count(*) AS secrets FROM (
    SELECT ${marked('sealed_headers')} FROM subscriptions WHERE sealed_headers <> '${NO_HEADERS}'
    UNION ALL SELECT ${marked('signing_secrets')} FROM subscriptions WHERE signing_secrets IS NOT NULL
    UNION ALL SELECT ${marked('text')} FROM idempotency_keys WHERE type = 'Webhooks'
    UNION ALL SELECT ${marked('sealed')} FROM mail
  ) AS kept GROUP BY mark ORDER BY mark`;

/**
 * Selects the ids of all keys in use, on both engines. It walks the index of each column from one key to the next. So
 * its time depends on the number of keys, not on the number of secrets.
 */
export const SELECT_KEYS_IN_USE_SQL = (() => {
  const walks = secretKinds.flatMap((kind) => secretColumns[kind].columns.map((column) => walk(kind, column)));
  const found = walks.map(({ name }) => `SELECT key_id FROM ${name} WHERE key_id IS NOT NULL`);
  return `WITH RECURSIVE ${walks.map(({ steps }) => steps).join(', ')} ${found.join(' UNION ')} ORDER BY key_id`;

  function walk(kind: SecretKind, column: string) {
    const name = `${kind}_${column}`;
    const keyID = `substr(${column}, ${SEALED.length + 1}, ${KEY_ID_LENGTH})`;
    const first = `SELECT min(${keyID}) FROM ${kind} WHERE substr(${column}, 1, ${SEALED.length}) = '${SEALED}'`;
    const next = `SELECT (${first} AND ${keyID} > key_id) FROM ${name} WHERE key_id IS NOT NULL`;
    return { name, steps: `${name} (key_id) AS (${first} UNION ALL ${next})` };
  }
})();

export interface CensusRow {
  readonly mark: string;
  readonly secrets: number;
}

export function parseCensus(rows: readonly CensusRow[]): SecretCensus {
  return new Map(rows.map(({ mark, secrets }) => [mark, Number(secrets)]));
}

/**
 * Returns SQL, for both engines, that begins the off period of subscriptions disabled because header values are
 * missing.
 */
export function insertOffPeriodsSql(now: number, account?: number): string {
  const only = account === undefined ? '' : `AND s.account = ${account}`;
  return `INSERT INTO subscription_periods (subscription, began_on, state, why)
    SELECT s.key, CASE WHEN p.began_on < ${now} THEN ${now} ELSE p.began_on + 1 END, 'off', s.deactivate_reason
    FROM subscriptions AS s JOIN subscription_periods AS p ON p.subscription = s.key
      AND p.began_on = (SELECT max(l.began_on) FROM subscription_periods AS l WHERE l.subscription = s.key)
    WHERE s.removed_on IS NULL AND s.active = FALSE AND p.state <> 'off' ${only}`;
}

/**
 * Returns the statements that discard everything else under a lost key, in one transaction, on both engines. A
 * subscription that loses header values is disabled, with a reason. Signing secrets are replaced before, one by one.
 * After an interruption the rest is still recognizable as under that key, so the operation can be repeated.
 */
export function abandonKeyStatements(seals: Seals, keyID: string): readonly string[] {
  if (seals.known.includes(keyID)) throw new StorageError(`The key ${keyID} is known here, so it is not lost.`);
  const lost = (column: string) => `${column} LIKE '${SEALED}${keyID}.%'`;
  const reason = 'The values of its headers were encrypted with a key that is lost: set them, then switch it on again.';
  return [
    `UPDATE subscriptions SET active = FALSE, deactivate_reason = CASE WHEN active = TRUE THEN '${reason}'
      ELSE substr(deactivate_reason, 1, ${MAX_KEPT_REASON_CHARS}) || ' ${reason}' END WHERE ${lost('sealed_headers')}`,
    `UPDATE subscriptions SET sealed_headers = '${NO_HEADERS}' WHERE ${lost('sealed_headers')}`,
    `DELETE FROM idempotency_keys WHERE type = 'Webhooks' AND ${lost('text')}`,
    `DELETE FROM mail WHERE ${lost('sealed')}`,
    insertOffPeriodsSql(Date.now()),
  ];
}

/**
 * Maximum length of a previous reason for being disabled. The new reason must fit, or the subscription would be enabled
 * again without its headers.
 */
export const MAX_KEPT_REASON_CHARS = 400;

/** Returns findings for secrets that are unencrypted or unreadable. */
export function findSecretFaults(seals: Seals, kind: SecretKind, row: SecretRow): Finding[] {
  return row.kept.flatMap((kept, n) => {
    const column = secretColumns[kind].columns[n]!;
    const what = `${kind}: account ${row.account}: ${column} of ${row.by.join(' ')}`;
    if (kept === null) return column === 'signing_secrets' ? [found(`${what} is missing: run secrets rekey`)] : [];
    if (kept === NO_HEADERS) return [];
    if (keyIDIn(kept) === undefined) return [found(`${what} is not encrypted: run secrets rekey`)];
    const opened = seals.open(kept, secretAssociatedData(kind, column, row.account, row.by));
    if (typeof opened === 'string') return [];
    return [
      found(
        `${what} cannot be read: ${opened.because === 'altered' ? 'it was altered' : `its key ${opened.keyID} is not known`}`,
      ),
    ];
  });

  function found(message: string): Finding {
    return { table: kind, message };
  }
}
