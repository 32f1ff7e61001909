/**
 * Brings secrets under the key that seals: those kept in clear by an older version, at the first start, and on demand those under keys
 * of before. Value by value and in no order that matters, so a run that was interrupted is simply begun again.
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

/** A row as far as secrets are concerned: what names it, and its secrets in the order of their columns. */
export interface SecretRow {
  readonly account: number;
  readonly by: readonly (string | number)[];
  readonly kept: readonly (string | null)[];
}

/** `clear`: what was never sealed. `all`: also what was sealed with another key. A key that is lost: signing secrets under it are made anew. */
export type ResealScope = 'clear' | 'all' | { readonly lost: string };

/** What to keep instead, in the order of the columns; undefined where the row stays as it is. */
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

/** A row that comes in clear from another shard. A subscription that came without a signing secret gets one. */
export function sealImportedRow(seals: Seals, account: number, row: AccountRow): AccountRow {
  const at = columnIndexOf('subscriptions', 'signing_secrets');
  if (row.kind !== 'subscriptions' || row.values[at] !== null) return sealRowSecrets(seals, account, row);
  return sealRowSecrets(seals, account, { kind: row.kind, values: row.values.with(at, fresh()) });
}

/** Subscriptions from before deliveries were signed, or whose secret is lost: nobody has been told it, and the first exchange tells one. */
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

/** What stands for a key in the census where a secret is under none. */
export const CLEAR_MARK = 'clear';

const marked = (column: string) =>
  `CASE WHEN ${column} LIKE '${SEALED}%' THEN substr(${column}, ${SEALED.length + 1}, ${KEY_ID_LENGTH}) ELSE '${CLEAR_MARK}' END AS mark`;

/** On both engines. */
export const SELECT_CENSUS_SQL = `SELECT mark, count(*) AS secrets FROM (
    SELECT ${marked('sealed_headers')} FROM subscriptions WHERE sealed_headers <> '${NO_HEADERS}'
    UNION ALL SELECT ${marked('signing_secrets')} FROM subscriptions WHERE signing_secrets IS NOT NULL
    UNION ALL SELECT ${marked('text')} FROM idempotency_keys WHERE type = 'Webhooks'
    UNION ALL SELECT ${marked('sealed')} FROM mail
  ) AS kept GROUP BY mark ORDER BY mark`;

/**
 * The ids of the keys that anything is under, on both engines: each column is gone through by its index from one key to the next, so it takes
 * as long as there are keys, however many secrets there are.
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

/** Begins the period of those that were switched off because values of their headers are missing, on both engines. */
export function insertOffPeriodsSql(now: number, account?: number): string {
  const only = account === undefined ? '' : `AND s.account = ${account}`;
  return `INSERT INTO subscription_periods (subscription, began_on, state, why)
    SELECT s.key, CASE WHEN p.began_on < ${now} THEN ${now} ELSE p.began_on + 1 END, 'off', s.deactivate_reason
    FROM subscriptions AS s JOIN subscription_periods AS p ON p.subscription = s.key
      AND p.began_on = (SELECT max(l.began_on) FROM subscription_periods AS l WHERE l.subscription = s.key)
    WHERE s.removed_on IS NULL AND s.active = FALSE AND p.state <> 'off' ${only}`;
}

/**
 * What gives up everything else under a key that is lost, in one transaction, on both engines. Headers without their values are none, and a
 * subscription that had some is off and says why. Signing secrets are made anew before, one by one: what is cut off at any moment is still
 * known to be under that key, and is gone on with by giving it up again.
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

/** Of why a subscription was off already: what is lacking now has to be said, too, or it would be switched on again without it. */
export const MAX_KEPT_REASON_CHARS = 400;

/** Secrets that are under no key, or cannot be read. */
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
