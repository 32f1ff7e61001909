/** What refers to a record, counted, beside its fields: the way to each, and to one more. */
import { useQueries } from '@tanstack/react-query';
import { grouped } from '../../parts/formats.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { useTimes } from '../../parts/times.ts';
import { Unread } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress, recordAddress } from '../address.ts';
import { useTypes } from '../data/catalogue.ts';
import { countQuery } from '../data/total-data.ts';
import type { TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import styles from './RelatedRail.module.css';
import { referrerQuery, referrersOf } from './referrers.ts';

export interface RelatedRailProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

export function RelatedRail({ account, type, id }: RelatedRailProps) {
  const me = useMe();
  const { locale } = useTimes();
  const referrers = referrersOf(useTypes(account), type.name);
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
      {failed && <Unread of={failed} />}
      {isCounted && found.length === 0 && <p className="quiet">{words.relatedNone}</p>}
      <ul>
        {found.map(({ count, ...referrer }) => {
          const { type: from, field } = referrer;
          return (
            <li key={`${from.name} ${field}`}>
              <Link to={listAddress(account, from.name, referrerQuery(referrer, id))}>
                {`${grouped(count, locale)} ${count === 1 ? from.singular : from.plural}`}
              </Link>
              {!isOnly(from.name) && <span className="quiet">{words.relatedBy(labelOf(field))}</span>}
              {me.permissions[from.name]?.write && (
                <Link
                  className={styles.more!}
                  to={newAddress(account, from.name, `${field}=${id}`)}
                  aria-label={`${words.newTitle(from.singular)}${isOnly(from.name) ? '' : `, ${labelOf(field)}`}`}
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
