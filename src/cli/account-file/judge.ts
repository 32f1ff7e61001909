/**
 * Judges what a file says about an account as the API judges what a client says: each row by itself, and against the rows
 * before it. A file proves with its checksum that it is whole, not that anybody but its writer should believe it.
 */
import { type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { readKept, referencesIn } from '../../records/kept-record.ts';
import {
  type AccountRow,
  isServiceTable,
  type RowValue,
  rowColumnsOf,
  rowKinds,
} from '../../storage/transfer/account-rows.ts';
import { IdNumbers, IdSet, numbersIn } from './id-set.ts';
import { serviceJudges } from './judge-service-rows.ts';
import { isID, type Row } from './row-values.ts';

export interface RowJudge {
  /** What is wrong with the row, as a phrase that follows its name; undefined where nothing is. */
  row(row: AccountRow, accountID: string): string | undefined;
  /** What is missing, now that all rows are known. */
  end(): string | undefined;
}

/** What the rows so far have told. */
export interface AccountFileState {
  accountID: string;
  /** The newest id of each record type, and of `Webhooks`. */
  readonly counters: Map<string, number>;
  /** By record type, their versions. */
  readonly records: Map<string, IdNumbers>;
  /** Subscription -> the type it is about. */
  readonly subscriptions: Map<number, string>;
  readonly subscriptionsOn: Set<number>;
  /** Of each subscription: when its last period began, and whether it was off in it. */
  readonly lastPeriods: Map<number, { readonly beganOn: number; readonly isOff: boolean }>;
  /** By record type. */
  readonly changes: Map<string, IdSet>;
  /** By record type and record, the newest version in the log, and the newest from before all changes were kept. */
  readonly logged: Map<string, IdNumbers>;
  readonly loggedBefore: Map<string, IdNumbers>;
  readonly deliveries: IdSet;
  /** By their subscription and number. */
  readonly recoveries: Set<string>;
  readonly proposals: Set<number>;
  readonly integrations: Set<string>;
  /** Integrations that rows speak of, which come last in the file, and who does. */
  readonly integrationsNamed: Map<string, string>;
}

export function createRowJudge(): RowJudge {
  const known: AccountFileState = {
    accountID: '',
    counters: new Map(),
    records: new Map(),
    subscriptions: new Map(),
    subscriptionsOn: new Set(),
    lastPeriods: new Map(),
    changes: new Map(),
    logged: new Map(),
    loggedBefore: new Map(),
    deliveries: new IdSet(),
    recoveries: new Set(),
    proposals: new Set(),
    integrations: new Set(),
    integrationsNamed: new Map(),
  };
  /** Records that are pointed at from within a list and have not come yet: the order of the file does not look at these. */
  const awaited = new Map<string, string>();
  let place = 0;

  return {
    row(row, accountID) {
      known.accountID = accountID;
      const at = rowKinds.indexOf(row.kind);
      if (at < place) return `stands behind ${rowKinds[place]}, which it should come before`;
      place = at;
      const { kind } = row;
      return isServiceTable(kind) ? serviceJudges[kind](named(row), known) : record(kind, row.values);
    },
    end() {
      for (const [target, from] of awaited) return `${from} points at ${target}, which does not exist`;
      for (const [id, from] of known.integrationsNamed) {
        if (!known.integrations.has(id)) return `${from} belongs to the integration ${id}, which does not exist`;
      }
      for (const [id, { isOff }] of known.lastPeriods) {
        if (isOff && known.subscriptionsOn.has(id)) return `subscription ${id} is on, but was off in its last period`;
      }
      return faultOfLog(known);
    },
  };

  function record(name: RecordTypeName, [version, text]: readonly RowValue[]): string | undefined {
    const type = recordType(name);
    if (!isID(version) || (version as number) > IdNumbers.MOST)
      return 'has a version that is not a whole number from 1, or beyond any';
    const kept = readKept(type, text as string);
    if ('fault' in kept) return kept.fault;
    const id = kept.fields.ID as number;
    if (id > (known.counters.get(name) ?? 0)) return `${id} has an ID beyond the counter of its type`;
    const versions = numbersIn(known.records, name);
    if (versions.get(id) > 0) return `${id} is there twice`;
    versions.set(id, version as number);
    awaited.delete(`${name} ${id}`);
    for (const { pointer, to, id: target } of referencesIn(type, kept.fields)) {
      if (numbersIn(known.records, to).get(target) > 0) continue;
      const isNested = pointer.indexOf('/', 1) > 0;
      // A parent comes before its children, so nothing can be its own ancestor.
      if (!isNested) return `${id} points at ${to} ${target}, which does not come before it (${pointer})`;
      awaited.set(`${to} ${target}`, `${name} ${id}`);
    }
    return undefined;
  }
}

/** Where there is a log of a record, it ends with the record as it is; as doctor looks at it. */
function faultOfLog({ records, logged, loggedBefore }: AccountFileState): string | undefined {
  for (const [type, newest] of logged) {
    for (const [id, version] of newest.entries()) {
      const kept = records.get(type)?.get(id);
      if (kept === version || loggedBefore.get(type)?.get(id) === version) continue;
      return `${type} ${id} has version ${kept}, but its changes end with ${version}`;
    }
  }
  return undefined;
}

function named({ kind, values }: AccountRow): Row {
  return Object.fromEntries(Object.keys(rowColumnsOf(kind)).map((name, n) => [name, values[n]!]));
}
