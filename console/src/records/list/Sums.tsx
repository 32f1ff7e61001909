/** The sums of the columns of numbers, over all that match and not the page alone: asked for, because all of them are looked at. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/ask.ts';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { words } from '../../words/records.ts';
import { fieldOf, type TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import { type Reading, showValue } from '../values.ts';
import type { ListQuery } from './chip.ts';
import { writeFilters } from './write-query.ts';

export interface SumsProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** With everything relative resolved. */
  readonly query: ListQuery;
  readonly columns: readonly string[];
  readonly reading: Reading;
}

/** So many are summed at once. */
const MOST = 5;

export function Sums({ account, type, query, columns, reading }: SumsProps) {
  const [isAsked, setAsked] = useState(false);
  const fields = columns
    .flatMap((name) => fieldOf(type, name) ?? [])
    .filter(isSummed)
    .slice(0, MOST);
  const asked = [writeFilters(type, query), ...fields.map(({ name }) => `of=${name}:sum`)]
    .filter((part) => part !== '')
    .join('&');
  const found = useQuery({
    queryKey: [account, type.name, 'sums', asked],
    queryFn: read<Readonly<Record<string, { readonly sum: number | null }>>>(
      `/${account}/${type.name}/Totals?${asked}`,
    ),
    enabled: isAsked && fields.length > 0,
    staleTime: 60_000,
  });
  if (fields.length === 0) return null;
  if (!isAsked) {
    return (
      <Button look="quiet" onClick={() => setAsked(true)}>
        {words.sums}
      </Button>
    );
  }
  if (found.error) return <Problem problem={found.error} retry={() => void found.refetch()} />;
  return (
    <span role="status">
      {found.data === undefined
        ? words.summing
        : fields
            .map((field) => `${labelOf(field.name)} ${showValue(field, found.data[field.name]?.sum ?? null, reading)}`)
            .join(' · ')}
    </span>
  );
}

/** Numbers that say how much, and not which or where. */
function isSummed({ kind, name }: { readonly kind: string; readonly name: string }): boolean {
  return (
    (kind === 'int' || kind === 'decimal') && !/ID$|^Position$|Year$|Percent$|tude$|^Score$|Rate$|^Meter/.test(name)
  );
}
