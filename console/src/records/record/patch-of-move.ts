/** Returns the patch of a move, including the fields filled in for it. */
import type { RecordFields } from '../description.ts';
import type { JsonPatchOperation } from './patch.ts';

export function createMovePatch(to: string, fields: RecordFields): JsonPatchOperation[] {
  const values = Object.entries({ Status: to, ...fields });
  return values.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
}
