/** The numbers of a list over all that match, and not the page alone: asked for, because all of them are looked at. */
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/ask.ts';
import type { FieldDescription, TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { isNumber } from './columns.ts';
import { writeFilters } from './write-query.ts';

export const measures = ['sum', 'mean', 'min', 'max'] as const;
export type Measure = (typeof measures)[number];
export type Totals = Readonly<Record<string, Readonly<Partial<Record<Measure, number | null>>>>>;

/** So many fields are measured at once. */
const MOST = 10;

/** `query` with everything relative resolved. */
export function useTotals(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  columns: readonly string[],
  enabled: boolean,
) {
  const fields = type.fields.filter((field) => columns.includes(field.name) && isMeasured(field)).slice(0, MOST);
  const wanted = fields.flatMap((field) =>
    measures.filter((measure) => isTold(field, measure)).map((measure) => `of=${field.name}:${measure}`),
  );
  const asked = [writeFilters(type, query), ...wanted].filter((part) => part !== '').join('&');
  const found = useQuery({
    queryKey: [account, type.name, 'totals', asked],
    queryFn: read<Totals>(`/${account}/${type.name}/Totals?${asked}`),
    enabled: enabled && fields.length > 0,
    staleTime: 60_000,
  });
  return { ...found, hasNumbers: fields.length > 0 };
}

function isMeasured(field: FieldDescription): boolean {
  return isNumber(field) && !/ID$/.test(field.name);
}

/** Numbers that say which or where, and shares, add up to nothing. */
export function isTold({ name }: FieldDescription, measure: Measure): boolean {
  return measure !== 'sum' || !/^Position$|Year$|Percent$|tude$|^Score$|Rate$|^Meter/.test(name);
}
