/**
 * The stamp of a record: its change time, and whether it is deleted. PostgreSQL adds a new entry to every index of a
 * row as soon as one indexed value changes, and the change time always changes. On PostgreSQL the stamp is therefore
 * stored with the document too, which every change writes anyway. The index on the change time is there, and not with
 * the projections (decision 0031).
 */
import type { Column, Table } from '../../sql/columns.ts';

/** Support of an engine for stamps. */
export interface StampSupport {
  readonly stamped: boolean;
}

/** The field that every change updates. */
const CHANGE_TIME_FIELD = 'UpdatedOn';
const STAMP_FIELDS = [CHANGE_TIME_FIELD, 'Deleted'];

/** True if the index on the field is with the documents. */
export function isStampIndexed(field: string, { stamped }: StampSupport): boolean {
  return stamped && field === CHANGE_TIME_FIELD;
}

/** True if a row of the documents contains all of these fields. */
export function areStampFields(fields: readonly string[], { stamped }: StampSupport): boolean {
  return stamped && fields.every((field) => field === 'ID' || STAMP_FIELDS.includes(field));
}

/** Returns the columns of the stamp in the table of documents. */
export function stampColumnsOf({ columnOf }: Table, { stamped }: StampSupport): readonly Column[] {
  return stamped ? STAMP_FIELDS.map((field) => columnOf.get(field)!) : [];
}
