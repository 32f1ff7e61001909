/**
 * By what the columns of a database were made from its documents: the folding of texts and the declared order of every enum.
 * Where either has moved, an enum with a value inserted in its middle for example, the columns are made anew (`refold`) before
 * anything is served.
 */
import { createHash } from 'node:crypto';
import { type RecordType, recordTypes, scalarFieldsOf } from '../../catalogue/index.ts';
import { FOLD_VERSION } from '../../lib/fold.ts';

/** Short, because every change on PostgreSQL looks at it: `1017000 5f0c2a9be1d4`. */
export const PROJECTION_VERSION = projectionVersion(FOLD_VERSION, recordTypes);

export function projectionVersion(foldVersion: number, types: readonly RecordType[]): string {
  const orders = types.map((type) => [
    type.name,
    [...scalarFieldsOf(type)].flatMap(([name, field]) => (field.kind === 'enum' ? [[name, ...field.values]] : [])),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(orders)).digest('hex').slice(0, 12);
  return `${foldVersion} ${hash}`;
}
