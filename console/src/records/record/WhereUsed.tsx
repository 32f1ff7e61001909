/** Which records refer to one, counted by type, each with the way to them: to be known before it is archived or deleted. */
import { useQueries } from '@tanstack/react-query';
import { grouped } from '../../parts/formats.ts';
import { Link } from '../../parts/Link.tsx';
import { useTimes } from '../../parts/times.ts';
import { Unread } from '../../parts/Unread.tsx';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useTypes } from '../data/catalogue.ts';
import { totalQuery } from '../data/list-data.ts';
import { labelOf } from '../labels.ts';
import { referrersOf } from './referrers.ts';
import { unseenOf } from './unseen.ts';

export interface WhereUsedProps {
  readonly account: string;
  /** Its name. */
  readonly type: string;
  readonly id: number;
}

export function WhereUsed({ account, type, id }: WhereUsedProps) {
  const { locale } = useTimes();
  const types = useTypes(account);
  const referrers = referrersOf(types, type);
  const unseen = unseenOf(types, type);
  const counts = useQueries({
    queries: referrers.map(({ type: from, field }) =>
      totalQuery(account, from, { chips: [{ is: 'any', field, values: [String(id)] }], search: '' }, true),
    ),
  });
  const used = referrers.flatMap((referrer, at) => {
    const count = counts[at]?.data ?? 0;
    return count === 0 ? [] : [{ ...referrer, count }];
  });
  // Nothing is said of what could not be counted: whoever deletes a record would take it for unused.
  const failed = counts.find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) return <Unread of={failed} />;
  if (used.length === 0) {
    return counts.some(({ data }) => data === undefined) ? (
      <p role="status">{words.usedCounting}</p>
    ) : (
      <p>{unseen ?? words.usedNowhere}</p>
    );
  }
  return (
    <p>
      {words.usedBy}{' '}
      {used.map(({ type: from, field, count }, n) => (
        <span key={`${from.name} ${field}`}>
          {n > 0 && ', '}
          <Link to={listAddress(account, from.name, `${field}=${id}`)}>
            {`${grouped(count, locale)} ${count === 1 ? from.singular : from.plural}`}
          </Link>
          {isOneOfMany(used, from.name) && ` (${labelOf(field)})`}
        </span>
      ))}
      .{unseen && ` ${unseen}`}
    </p>
  );
}

/** A type that refers by several fields says by which. */
function isOneOfMany(used: readonly { readonly type: { readonly name: string } }[], name: string): boolean {
  return used.filter(({ type }) => type.name === name).length > 1;
}
