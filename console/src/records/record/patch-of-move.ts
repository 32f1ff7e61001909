/** The change that makes a move, with all that was said about it. */
import type { RecordFields } from '../description.ts';
import type { Operation } from './patch.ts';

export function patchOfMove(to: string, fields: RecordFields): Operation[] {
  const values = Object.entries({ Status: to, ...fields });
  return values.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
}
