/**
 * Defines the columns with secrets, and the associated data of each value, so that it cannot be moved to another row.
 * All reads decrypt and all writes encrypt here; no other code sees the stored form.
 */
import { keyIDIn, type Seals } from '../../lib/sealed.ts';
import { Unanswerable } from '../../problems.ts';
import { unavailable } from '../sql/database-problems.ts';
import { StorageError } from '../storage-error.ts';
import {
  type AccountRow,
  isServiceTable,
  type RowKind,
  type RowValue,
  rowColumnsOf,
  type ServiceTable,
} from '../transfer/account-rows.ts';

interface SecretColumns {
  readonly columns: readonly string[];
  /** Columns that, with the account, identify the row. */
  readonly by: readonly string[];
  /** Restricts the rows that contain secrets; all rows if absent. */
  readonly only?: { readonly column: string; readonly is: string };
}

/**
 * Columns with secrets. A stored answer to a new subscription contains its secrets; a waiting mail contains the link it
 * is about.
 */
export const secretColumns = {
  subscriptions: { columns: ['sealed_headers', 'signing_secrets'], by: ['id'] },
  idempotency_keys: {
    columns: ['text'],
    by: ['integration_id', 'key'],
    only: { column: 'type', is: 'Webhooks' },
  },
  mail: { columns: ['sealed'], by: ['letter'] },
} as const satisfies Partial<Record<ServiceTable | 'mail', SecretColumns>>;

export type SecretKind = keyof typeof secretColumns;
export const secretKinds = Object.keys(secretColumns) as SecretKind[];

/** Value for no headers, which is stored unencrypted. Nearly all subscriptions have none. */
export const NO_HEADERS = '{}';

/**
 * Returns the associated data of a value. `account` is the key of the account in the database, which is never reused.
 */
export function secretAssociatedData(
  kind: SecretKind,
  column: string,
  account: number | string,
  by: readonly (string | number)[],
): string {
  return `${kind}.${column} ${account} ${by.join(' ')}`;
}

/**
 * Decrypts a secret; returns undefined if the value was altered. A missing key is no damage: the error asks the client
 * to retry, and the value stays unchanged for an instance that has the key.
 */
export function openSecret(seals: Seals, kept: string, place: string): string | undefined {
  // The value is older than encryption.
  if (keyIDIn(kept) === undefined) return kept;
  const opened = seals.open(kept, place);
  if (typeof opened === 'string') return opened;
  if (opened.because === 'altered') return undefined;
  throw new Unanswerable(
    unavailable(
      `A secret is encrypted with the key ${opened.keyID}, which is not in MDS_SECRETS_KEY of this instance.`,
    ),
  );
}

export function sealSecret(seals: Seals, text: string, place: string): string {
  return text === NO_HEADERS ? text : seals.seal(text, place);
}

/** Transforms one secret of a row that moves between shards. */
type Treat = (value: string, place: string) => RowValue;

/** Returns the row with its secrets decrypted. */
export function openRowSecrets(seals: Seals, account: number, row: AccountRow): AccountRow {
  return mapRowSecrets(row, account, (value, place) => {
    const opened = openSecret(seals, value, place);
    if (opened !== undefined) return opened;
    throw new StorageError(`A secret was altered (${place}). Let the command doctor look at the database.`);
  });
}

export function sealRowSecrets(seals: Seals, account: number, row: AccountRow): AccountRow {
  return mapRowSecrets(row, account, (value, place) => sealSecret(seals, value, place));
}

/** Returns the row with each secret transformed; the same row if it has none. */
export function mapRowSecrets(row: AccountRow, account: number | string, treat: Treat): AccountRow {
  const found = placesOf(row.kind);
  if (found === undefined) return row;
  const { kind, columns, by, only } = found;
  if (only !== undefined && row.values[only.at] !== only.is) return row;
  const named = by.map((at) => row.values[at] as string | number);
  const values = [...row.values];
  for (const { at, name } of columns) {
    const value = values[at];
    if (typeof value === 'string') values[at] = treat(value, secretAssociatedData(kind, name, account, named));
  }
  return { kind: row.kind, values };
}

interface Places {
  readonly kind: SecretKind;
  readonly columns: readonly { readonly at: number; readonly name: string }[];
  readonly by: readonly number[];
  readonly only: { readonly at: number; readonly is: string } | undefined;
}

const places = new Map<string, Places>(
  secretKinds.filter(travels).map((kind) => {
    const { columns, by, only }: SecretColumns = secretColumns[kind];
    const names = Object.keys(rowColumnsOf(kind));
    return [
      kind,
      {
        kind,
        columns: columns.map((name) => ({ at: names.indexOf(name), name })),
        by: by.map((name) => names.indexOf(name)),
        only: only && { at: names.indexOf(only.column), is: only.is },
      },
    ];
  }),
);

/** True if rows of this kind move with their account. Mail does not. */
function travels(kind: SecretKind): kind is SecretKind & ServiceTable {
  return isServiceTable(kind as RowKind);
}

function placesOf(kind: string): Places | undefined {
  return places.get(kind);
}
