/**
 * Which columns hold secrets, and what each value is bound to, so that it cannot be put into another row. Whoever reads such a column
 * opens it here, and whoever writes one seals it here; nothing else in the house sees what is kept.
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
  /** The columns that, with the account, name the row. */
  readonly by: readonly string[];
  /** Rows that hold secrets there; all where it is left out. */
  readonly only?: { readonly column: string; readonly is: string };
}

/** An answer to a new subscription, kept to be given again, shows its secrets; a letter that waits, the link that it is about. */
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

/** No headers are no secret, and nearly all subscriptions have none. */
export const NO_HEADERS = '{}';

/** What a value is bound to. `account` is the number that the database knows it by, which is never given again. */
export function secretAssociatedData(
  kind: SecretKind,
  column: string,
  account: number | string,
  by: readonly (string | number)[],
): string {
  return `${kind}.${column} ${account} ${by.join(' ')}`;
}

/**
 * The clear text; undefined where the value was altered. One whose key this process has not got is no damage: whoever asks is told to
 * come again, and it stays as it is until somebody with the key comes by.
 */
export function openSecret(seals: Seals, kept: string, place: string): string | undefined {
  // From before they were encrypted.
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

/** What is done to one secret of a row that moves between shards. */
type Treat = (value: string, place: string) => RowValue;

/** The row with its secrets in clear. */
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

/** The row with each of its secrets treated; the row itself where it has none. */
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

/** Letters stay where they are. */
function travels(kind: SecretKind): kind is SecretKind & ServiceTable {
  return isServiceTable(kind as RowKind);
}

function placesOf(kind: string): Places | undefined {
  return places.get(kind);
}
