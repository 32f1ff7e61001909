/**
 * The stamp of a record: when it was changed, and whether it is deleted. PostgreSQL writes a new entry into every index of a row as soon
 * as one value with an index has moved, and the time of the change always moves. So there the stamp stands with the document, too, which
 * is written at every change anyway, and the index on that time is there and not with the projections (decision 0031).
 */
import type { Column, Table } from '../../sql/columns.ts';

/** Whether an engine has stamps. */
export interface Stamping {
  readonly stamped: boolean;
}

/** What every change moves. */
const MOVING = 'UpdatedOn';
const STAMP = [MOVING, 'Deleted'];

/** Whether the index on the field is with the documents. */
export function isStampIndexed(field: string, { stamped }: Stamping): boolean {
  return stamped && field === MOVING;
}

/** Whether a row of the documents tells all of these fields. */
export function areInStamp(fields: readonly string[], { stamped }: Stamping): boolean {
  return stamped && fields.every((field) => field === 'ID' || STAMP.includes(field));
}

/** Its columns beside a document. */
export function stampOf({ columnOf }: Table, { stamped }: Stamping): readonly Column[] {
  return stamped ? STAMP.map((field) => columnOf.get(field)!) : [];
}
