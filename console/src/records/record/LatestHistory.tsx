/** The newest few changes of a record, beside its fields. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../parts/Link.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { ChangeArrow } from '../Became.tsx';
import type { RecordDisplayContext } from '../data/reading.ts';
import { historyQuery } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import { formatValue } from '../values.ts';
import styles from './History.module.css';
import { authorOf, BOOKKEEPING_FIELDS, type HistoryEntry, historyLinesOf } from './history-lines.ts';
import { useHistoryDisplayContext } from './use-history-reading.ts';

export function LatestHistory({
  account,
  type,
  id,
  record,
}: {
  account: string;
  type: TypeDescription;
  id: number;
  record: RecordFields;
}) {
  const found = useQuery(historyQuery(account, type.name, id, 5));
  const reading = useHistoryDisplayContext(account, type, found.data);
  if (found.data === undefined) return null;
  return (
    <section className={styles.latest}>
      <h2>{words.latest}</h2>
      {found.data.length === 0 && <p className="quiet">{words.noChanges}</p>}
      <ol>
        {found.data.map((entry) => (
          <li key={entry.change}>
            <div>
              {authorOf(entry)} <RelativeTime at={entry.on} />
            </div>
            <div className={styles.short}>
              <Shortly type={type} entry={entry} now={record} reading={reading} />
            </div>
          </li>
        ))}
      </ol>
      <Link to={recordAddress(account, type.name, id, 'History')}>{words.history}</Link>
    </section>
  );
}

function Shortly({
  type,
  entry,
  now,
  reading,
}: {
  type: TypeDescription;
  entry: HistoryEntry;
  now: RecordFields;
  reading: RecordDisplayContext;
}) {
  if (entry.version === 1) return words.created;
  const lines = historyLinesOf(type, entry, now, false).filter(({ field }) => !BOOKKEEPING_FIELDS.has(field.name));
  return (
    <ul>
      {lines.slice(0, 3).map(({ field, from, to }) => {
        const [was, is] = [formatValue(field, from ?? null, reading), formatValue(field, to, reading)];
        // Of rows only their number is told here: where it is the same, that they are others.
        if (was === is) return <li key={field.name}>{words.changed(fieldLabel(field.name))}</li>;
        return (
          <li key={field.name}>
            {fieldLabel(field.name)} {was} <ChangeArrow /> {is}
          </li>
        );
      })}
      {lines.length > 3 && <li>{`+${lines.length - 3}`}</li>}
    </ul>
  );
}
