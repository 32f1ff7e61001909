/**
 * The stamp of a record: when it was changed, and whether it is deleted. PostgreSQL writes a new entry into every index of a row as soon
 * as one value with an index has moved, and the time of the change always moves. So there the stamp stands with the document, too, which
 * is written at every change anyway, and the index on that time is there and not with the projections (decision 0031).
 */
import type { Column, Table } from '../../sql/columns.ts';

/** Whether an engine has stamps. */
export interface StampSupport {
  readonly stamped: boolean;
}

/** What every change moves. */
const CHANGE_TIME_FIELD = 'UpdatedOn';
const STAMP_FIELDS = [CHANGE_TIME_FIELD, 'Deleted'];

/** Whether the index on the field is with the documents. */
export function isStampIndexed(field: string, { stamped }: StampSupport): boolean {
  return stamped && field === CHANGE_TIME_FIELD;
}

/** Whether a row of the documents tells all of these fields. */
export function areStampFields(fields: readonly string[], { stamped }: StampSupport): boolean {
  return stamped && fields.every((field) => field === 'ID' || STAMP_FIELDS.includes(field));
}

/** Its columns beside a document. */
export function stampColumnsOf({ columnOf }: Table, { stamped }: StampSupport): readonly Column[] {
  return stamped ? STAMP_FIELDS.map((field) => columnOf.get(field)!) : [];
}
