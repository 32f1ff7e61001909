/** Column totals over all matching records, not only the page. They load on request, because they read every match. */
import { useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../../api/ask.ts';
import type { FieldDescription, TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { isNumericField } from './columns.ts';
import { stringifyFilters } from './write-query.ts';

export const measures = ['sum', 'mean', 'min', 'max'] as const;
export type TotalMeasure = (typeof measures)[number];
export type ColumnTotals = Readonly<Record<string, Readonly<Partial<Record<TotalMeasure, number | null>>>>>;

/** Maximum number of fields per totals request. */
const MAX_MEASURED_FIELDS = 10;

/** Loads column totals. In `query`, relative values must be resolved. */
export function useColumnTotals(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  columns: readonly string[],
  enabled: boolean,
) {
  const fields = type.fields
    .filter((field) => columns.includes(field.name) && isMeasured(field))
    .slice(0, MAX_MEASURED_FIELDS);
  const wanted = fields.flatMap((field) =>
    measures.filter((measure) => isMeasureMeaningful(field, measure)).map((measure) => `of=${field.name}:${measure}`),
  );
  const asked = [stringifyFilters(type, query), ...wanted].filter((part) => part !== '').join('&');
  const found = useQuery({
    queryKey: [account, type.name, 'totals', asked],
    queryFn: createQueryFn<ColumnTotals>(`/${account}/${type.name}/Totals?${asked}`),
    enabled: enabled && fields.length > 0,
    staleTime: 60_000,
  });
  return { ...found, hasNumbers: fields.length > 0 };
}

function isMeasured(field: FieldDescription): boolean {
  return isNumericField(field) && !/ID$/.test(field.name);
}

/** False for sums without a meaning: identifiers, positions, coordinates, shares, rates and meter values. */
export function isMeasureMeaningful({ name }: FieldDescription, measure: TotalMeasure): boolean {
  return measure !== 'sum' || !/^Position$|Year$|Percent$|tude$|^Score$|Rate$|^Meter/.test(name);
}
