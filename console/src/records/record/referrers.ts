/** Types that refer to a type, with the referring field. */
import type { TypeDescription } from '../description.ts';

export interface Referrer {
  readonly type: TypeDescription;
  readonly field: string;
  /** Order of the referring records, if they are ordered parts of the record. */
  readonly order?: string;
}

export function findReferrers(types: readonly TypeDescription[], to: string): Referrer[] {
  return types.flatMap((type) =>
    type.fields
      .filter((field) => field.kind === 'reference' && field.to === to)
      .map(({ name }) => {
        const order = PARTS[`${type.name}.${name}`];
        return { type, field: name, ...(order !== undefined && { order }) };
      }),
  );
}

const PARTS: Readonly<Record<string, string>> = { 'Tasks.WorkOrderID': 'Position' };

/** Returns the list query for the referring records. */
export function referrerQuery({ field, order }: Referrer, id: number): string {
  return `${field}=${id}${order === undefined ? '' : `&orderby=${order}`}`;
}
