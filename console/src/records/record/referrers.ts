/** Which types lead to a type, and by which field. */
import type { TypeDescription } from '../description.ts';

export interface Referrer {
  readonly type: TypeDescription;
  readonly field: string;
  /** They are parts of the record and stand in an order of their own. */
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

/** The list behind them. */
export function referrerQuery({ field, order }: Referrer, id: number): string {
  return `${field}=${id}${order === undefined ? '' : `&orderby=${order}`}`;
}
