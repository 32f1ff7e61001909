/** Which lists may take long over a single row: those that look for a text in long texts or in documents. */
import { recordType, scalarFieldsOf } from '../catalogue/index.ts';
import type { ListPlan } from '../records/list/plan.ts';

/** Code points of a text that is searched in a moment. */
const SHORT_TEXT = 500;

export function hasCostlyRows({ type, where }: Pick<ListPlan, 'type' | 'where'>): boolean {
  const fields = scalarFieldsOf(recordType(type));
  return where.some(({ field, anyOf }) => {
    const declaration = fields.get(field)!;
    const isLong = declaration.kind === 'text' ? declaration.max > SHORT_TEXT : declaration.kind === 'decimal';
    return isLong && anyOf.some(({ op }) => op === 'contains');
  });
}
