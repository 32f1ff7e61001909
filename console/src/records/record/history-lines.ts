/** Lines "old -> new" of a record's history, with the values that can be restored. */
import {
  type FieldDescription,
  findField,
  type Json,
  type RecordFields,
  type TypeDescription,
} from '../description.ts';
import { isEditable } from './groups.ts';
import { isSameJson } from './same.ts';

interface Party {
  readonly name: string | null;
  readonly email: string;
}

export interface HistoryEntry {
  readonly change: string;
  readonly version: number;
  readonly on: string;
  readonly by: {
    readonly kind: string;
    readonly name: string | null;
    readonly email: string;
    readonly approvedBy?: Party;
    readonly proposedBy?: Party;
  };
  readonly events: readonly string[];
  /** Changed fields, or null if the log does not contain them. */
  readonly changed: readonly { readonly field: string; readonly from?: Json; readonly to?: Json }[] | null;
}

export interface HistoryLine {
  readonly field: FieldDescription;
  /** Old value. Undefined in a record's first version. */
  readonly from: Json | undefined;
  readonly to: Json;
  /** True if an ordinary change can restore the old value. */
  readonly canPutBack: boolean;
}

/** Fields that the service writes with every change. */
export const BOOKKEEPING_FIELDS: ReadonlySet<string> = new Set([
  'ID',
  'CreatedOn',
  'CreatedBy',
  'UpdatedOn',
  'UpdatedBy',
]);

export function historyLinesOf(
  type: TypeDescription,
  entry: HistoryEntry,
  now: RecordFields,
  mayWrite: boolean,
): HistoryLine[] {
  const isFirst = entry.version === 1;
  return (entry.changed ?? []).flatMap(({ field: name, from, to = null }) => {
    const field = findField(type, name);
    // A new record gets all its fields. Omit empty and default values.
    if (field === undefined || (isFirst && (isNothing(to) || isSameJson(to, field.default)))) return [];
    const canPutBack =
      mayWrite && !isFirst && from !== undefined && isEditable(type, field) && !isSameJson(now[name] ?? null, from);
    return [{ field, from: isFirst ? undefined : (from ?? null), to, canPutBack }];
  });
}

function isNothing(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Returns the author of a change, with its approver or the author of the proposal. */
export function authorOf({ by }: HistoryEntry): string {
  const name = nameOf(by);
  if (by.approvedBy !== undefined) return `${name}, approved by ${nameOf(by.approvedBy)}`;
  return by.proposedBy === undefined ? name : `${name}, after a proposal of ${nameOf(by.proposedBy)}`;
}

function nameOf({ name, email }: Party): string {
  return name ?? email;
}
