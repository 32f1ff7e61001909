/** Which records refer to one, counted by type, each with the way to them: to be known before it is archived or deleted. */
import { useQueries } from '@tanstack/react-query';
import { formatCount } from '../../parts/formats.ts';
import { Link } from '../../parts/Link.tsx';
import { useTimeSettings } from '../../parts/times.ts';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useRecordTypes } from '../data/catalogue.ts';
import { listTotalQuery } from '../data/list-data.ts';
import { fieldLabel } from '../labels.ts';
import { findReferrers } from './referrers.ts';
import { unsearchableReferencesText } from './unseen.ts';

export interface WhereUsedProps {
  readonly account: string;
  /** Its name. */
  readonly type: string;
  readonly id: number;
}

export function WhereUsed({ account, type, id }: WhereUsedProps) {
  const { locale } = useTimeSettings();
  const types = useRecordTypes(account);
  const referrers = findReferrers(types, type);
  const unseen = unsearchableReferencesText(types, type);
  const counts = useQueries({
    queries: referrers.map(({ type: from, field }) =>
      listTotalQuery(account, from, { chips: [{ is: 'any', field, values: [String(id)] }], search: '' }, true),
    ),
  });
  const used = referrers.flatMap((referrer, at) => {
    const count = counts[at]?.data ?? 0;
    return count === 0 ? [] : [{ ...referrer, count }];
  });
  // Nothing is said of what could not be counted: whoever deletes a record would take it for unused.
  const failed = counts.find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) return <QueryPlaceholder of={failed} />;
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
            {`${formatCount(count, locale)} ${count === 1 ? from.singular : from.plural}`}
          </Link>
          {isOneOfMany(used, from.name) && ` (${fieldLabel(field)})`}
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
