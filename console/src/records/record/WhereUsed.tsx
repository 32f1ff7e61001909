/**
 * Counts of the records that refer to a record, by type, with links. Users check them before they archive or delete a
 * record.
 */
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
  /** Name of the record type. */
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
  // Shows no result if a count failed: the user could take the record for unused and delete it.
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

/** True if the type refers by several fields, so that the field's name must be shown. */
function isOneOfMany(used: readonly { readonly type: { readonly name: string } }[], name: string): boolean {
  return used.filter(({ type }) => type.name === name).length > 1;
}
