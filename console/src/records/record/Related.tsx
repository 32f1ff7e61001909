/** What refers to a record, by type and field: its parts in their order, of others the newest few; how many there are, the way to all of them, and to one more. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/ask.ts';
import { Problem as Refusal } from '../../api/problem.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { State } from '../../parts/State.tsx';
import { Unread } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress, recordAddress } from '../address.ts';
import { useTypes } from '../data/catalogue.ts';
import { referencesIn } from '../data/names.ts';
import { useReading } from '../data/reading.ts';
import { recordKey } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { labelOf, stateFieldOf, typeLabel } from '../labels.ts';
import { titleOf } from '../title.ts';
import styles from './Related.module.css';
import { type Referrer, referrerQuery, referrersOf } from './referrers.ts';
import { unseenOf } from './unseen.ts';

export function RelatedTab({
  account,
  type,
  id,
}: {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}) {
  const types = useTypes(account);
  const referrers = referrersOf(types, type.name);
  const unseen = unseenOf(types, type.name);
  if (referrers.length === 0 && unseen === undefined) return <Empty title={words.relatedNone} />;
  const isOnly = (one: Referrer) => referrers.filter((other) => other.type === one.type).length === 1;
  return (
    <div className={styles.panels}>
      {referrers.map((referrer) => (
        <RelatedList
          key={`${referrer.type.name} ${referrer.field}`}
          account={account}
          to={type.name}
          id={id}
          referrer={referrer}
          title={
            isOnly(referrer)
              ? typeLabel(referrer.type.name)
              : words.relatedAs(typeLabel(referrer.type.name), labelOf(referrer.field))
          }
        />
      ))}
      {unseen && <p className="quiet">{unseen}</p>}
    </div>
  );
}

const NEWEST = 5;
/** More parts than anybody gives a record. */
const MOST_PARTS = 100;

function RelatedList({
  account,
  to,
  id,
  referrer,
  title,
}: {
  account: string;
  to: string;
  id: number;
  referrer: Referrer;
  title: string;
}) {
  const me = useMe();
  const { type, field, order } = referrer;
  const state = stateFieldOf(type.fields);
  const fields = [...new Set(['ID', ...type.title, ...(state ? [state] : []), 'UpdatedOn'])].join(',');
  const found = useQuery({
    queryKey: [...recordKey(account, to, id), 'related', type.name, field],
    queryFn: async ({ signal }) => {
      const shown = order === undefined ? `orderby=UpdatedOn+Desc&take=${NEWEST}` : `take=${MOST_PARTS}`;
      const path = `/${account}/${type.name}?${referrerQuery(referrer, id)}&${shown}&count=true&fields=${fields}`;
      const reply = await ask<readonly RecordFields[]>('GET', path, { signal });
      if (reply instanceof Refusal) throw reply;
      return { rows: reply.body, total: Number(reply.headers.get('x-total-count')) };
    },
  });
  const rows = found.data?.rows;
  const references = useMemo(() => (rows ? referencesIn(type, rows, type.title) : []), [type, rows]);
  const reading = useReading(account, references);
  return (
    <Panel
      title={title}
      actions={
        me.permissions[type.name]?.write && (
          <Link
            look="quiet"
            to={newAddress(account, type.name, `${field}=${id}`)}
            aria-label={words.newTitle(type.singular)}
          >
            {words.newRecord}
          </Link>
        )
      }
    >
      {rows === undefined ? (
        <Unread of={found} rows={2} />
      ) : rows.length === 0 ? (
        <p className="quiet">{words.nothing}</p>
      ) : (
        <>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={String(row.ID)}>
                <Link to={recordAddress(account, type.name, Number(row.ID))}>{titleOf(type, row, reading.nameOf)}</Link>
                {state && typeof row[state] === 'string' && <State of={row[state]} />}
              </li>
            ))}
          </ul>
          <Link to={listAddress(account, type.name, referrerQuery(referrer, id))}>
            {words.seeAll(found.data?.total ?? 0)}
          </Link>
        </>
      )}
    </Panel>
  );
}
