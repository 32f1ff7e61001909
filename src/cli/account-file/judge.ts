/**
 * Validates an account file as strictly as the API validates a request: each row by itself, and against the rows before
 * it. The checksum of a file proves that it is complete, not that its contents are trustworthy.
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
  /** Returns the fault of the row, as a phrase that follows the row's name, or undefined if it has none. */
  row(row: AccountRow, accountID: string): string | undefined;
  /** Returns the fault of the whole file, for example a missing reference, once all rows are known. */
  end(): string | undefined;
}

/** Facts collected from the rows read so far. */
export interface AccountFileState {
  accountID: string;
  /** The newest id of each record type, and of `Webhooks`. */
  readonly counters: Map<string, number>;
  /** Versions of the records, by record type and ID. */
  readonly records: Map<string, IdNumbers>;
  /** Subscription -> the type it is about. */
  readonly subscriptions: Map<number, string>;
  readonly subscriptionsOn: Set<number>;
  /** Start of the last period of each subscription, and whether the subscription was off in it. */
  readonly lastPeriods: Map<number, { readonly beganOn: number; readonly isOff: boolean }>;
  /** Numbers of the changes in the log, by record type. */
  readonly changes: Map<string, IdSet>;
  /**
   * Newest version in the log, by record type and record; `loggedBefore` has the newest version from before all changes
   * were kept.
   */
  readonly logged: Map<string, IdNumbers>;
  readonly loggedBefore: Map<string, IdNumbers>;
  readonly deliveries: IdSet;
  /** Recoveries that were read, as subscription and number. */
  readonly recoveries: Set<string>;
  readonly proposals: Set<number>;
  readonly integrations: Set<string>;
  /**
   * Integrations that rows refer to, and the row that refers to each. Integrations come last in the file, so this is
   * checked at the end.
   */
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
  /**
   * Records that a list refers to and that have not been read yet: the order of the file ignores references in lists.
   */
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

/** Checks that the log of each record ends with the current version of the record, as `doctor` does. */
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
