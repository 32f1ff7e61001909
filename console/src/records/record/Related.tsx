/**
 * Records that refer to a record, by type and field: parts in their order, and the newest few of the others. Each list
 * has a count, a link to all, and a link to create one.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../api/ask.ts';
import { Problem as Refusal } from '../../api/problem.ts';
import { EmptyState } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StateLabel } from '../../parts/State.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, newRecordAddress, recordAddress } from '../address.ts';
import { useRecordTypes } from '../data/catalogue.ts';
import { findReferences } from '../data/names.ts';
import { useDisplayContext } from '../data/reading.ts';
import { recordQueryKey } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { fieldLabel, findStateField, typeLabel } from '../labels.ts';
import { recordTitle } from '../title.ts';
import styles from './Related.module.css';
import { findReferrers, type Referrer, referrerQuery } from './referrers.ts';
import { unsearchableReferencesText } from './unseen.ts';

export function RelatedTab({
  account,
  type,
  id,
}: {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}) {
  const types = useRecordTypes(account);
  const referrers = findReferrers(types, type.name);
  const unseen = unsearchableReferencesText(types, type.name);
  if (referrers.length === 0 && unseen === undefined) return <EmptyState title={words.relatedNone} />;
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
              : words.relatedAs(typeLabel(referrer.type.name), fieldLabel(referrer.field))
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
  const state = findStateField(type.fields);
  const fields = [...new Set(['ID', ...type.title, ...(state ? [state] : []), 'UpdatedOn'])].join(',');
  const found = useQuery({
    queryKey: [...recordQueryKey(account, to, id), 'related', type.name, field],
    queryFn: async ({ signal }) => {
      const shown = order === undefined ? `orderby=UpdatedOn+Desc&take=${NEWEST}` : `take=${MOST_PARTS}`;
      const path = `/${account}/${type.name}?${referrerQuery(referrer, id)}&${shown}&count=true&fields=${fields}`;
      const reply = await callApi<readonly RecordFields[]>('GET', path, { signal });
      if (reply instanceof Refusal) throw reply;
      return { rows: reply.body, total: Number(reply.headers.get('x-total-count')) };
    },
  });
  const rows = found.data?.rows;
  const references = useMemo(() => (rows ? findReferences(type, rows, type.title) : []), [type, rows]);
  const reading = useDisplayContext(account, references);
  return (
    <Panel
      title={title}
      actions={
        me.permissions[type.name]?.write && (
          <Link
            look="quiet"
            to={newRecordAddress(account, type.name, `${field}=${id}`)}
            aria-label={words.newTitle(type.singular)}
          >
            {words.newRecord}
          </Link>
        )
      }
    >
      {rows === undefined ? (
        <QueryPlaceholder of={found} rows={2} />
      ) : rows.length === 0 ? (
        <p className="quiet">{words.nothing}</p>
      ) : (
        <>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={String(row.ID)}>
                <Link to={recordAddress(account, type.name, Number(row.ID))}>
                  {recordTitle(type, row, reading.nameOf)}
                </Link>
                {state && typeof row[state] === 'string' && <StateLabel of={row[state]} />}
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
