/** Counts of records that refer to a record, next to its fields, with links to each list and to create a record. */
import { useQueries } from '@tanstack/react-query';
import { formatCount } from '../../parts/formats.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { useTimeSettings } from '../../parts/times.ts';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, newRecordAddress, recordAddress } from '../address.ts';
import { useRecordTypes } from '../data/catalogue.ts';
import { countQuery } from '../data/total-data.ts';
import type { TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import styles from './RelatedRail.module.css';
import { findReferrers, referrerQuery } from './referrers.ts';

export interface RelatedSidebarProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

export function RelatedSidebar({ account, type, id }: RelatedSidebarProps) {
  const me = useMe();
  const { locale } = useTimeSettings();
  const referrers = findReferrers(useRecordTypes(account), type.name);
  const counts = useQueries({
    queries: referrers.map(({ type: from, field }) => countQuery(account, from.name, `${field}=${id}`)),
  });
  if (referrers.length === 0) return null;
  const isOnly = (name: string) => referrers.filter((one) => one.type.name === name).length === 1;
  const isCounted = counts.every(({ data }) => data !== undefined);
  const failed = counts.find(({ isLoadingError }) => isLoadingError);
  const found = referrers.flatMap((referrer, at) => {
    const count = counts[at]?.data ?? 0;
    return count === 0 ? [] : [{ ...referrer, count }];
  });
  return (
    <section className={styles.related}>
      <h2>{words.related}</h2>
      {failed && <QueryPlaceholder of={failed} />}
      {isCounted && found.length === 0 && <p className="quiet">{words.relatedNone}</p>}
      <ul>
        {found.map(({ count, ...referrer }) => {
          const { type: from, field } = referrer;
          return (
            <li key={`${from.name} ${field}`}>
              <Link to={listAddress(account, from.name, referrerQuery(referrer, id))}>
                {`${formatCount(count, locale)} ${count === 1 ? from.singular : from.plural}`}
              </Link>
              {!isOnly(from.name) && <span className="quiet">{words.relatedBy(fieldLabel(field))}</span>}
              {me.permissions[from.name]?.write && (
                <Link
                  className={styles.more!}
                  to={newRecordAddress(account, from.name, `${field}=${id}`)}
                  aria-label={`${words.newTitle(from.singular)}${isOnly(from.name) ? '' : `, ${fieldLabel(field)}`}`}
                >
                  <Icon name="plus" size={12} /> {words.newRecord}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <Link to={recordAddress(account, type.name, id, 'Related')}>{words.relatedAll}</Link>
    </section>
  );
}
