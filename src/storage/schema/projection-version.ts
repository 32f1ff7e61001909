/**
 * Version of the projection from documents to columns: the folding of texts and the declared order of every enum. If
 * either changes, for example when a value is inserted in the middle of an enum, `refold` rebuilds the columns. It does
 * so before the service answers requests.
 */
import { createHash } from 'node:crypto';
import { type RecordType, recordTypes, scalarFieldsOf } from '../../catalogue/index.ts';
import { FOLD_VERSION } from '../../lib/fold.ts';

/** Version of this program. It is short, because every change on PostgreSQL compares it: `1017000 5f0c2a9be1d4`. */
export const PROJECTION_VERSION = projectionVersion(FOLD_VERSION, recordTypes);

export function projectionVersion(foldVersion: number, types: readonly RecordType[]): string {
  const orders = types.map((type) => [
    type.name,
    [...scalarFieldsOf(type)].flatMap(([name, field]) => (field.kind === 'enum' ? [[name, ...field.values]] : [])),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(orders)).digest('hex').slice(0, 12);
  return `${foldVersion} ${hash}`;
}
