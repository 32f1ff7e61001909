/** The newest few changes of a record, beside its fields. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../parts/Link.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { Became } from '../Became.tsx';
import type { FullReading } from '../data/reading.ts';
import { historyQuery } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import { showValue } from '../values.ts';
import styles from './History.module.css';
import { authorOf, type HistoryEntry, linesOf, UNTOLD } from './history-lines.ts';
import { useHistoryReading } from './use-history-reading.ts';

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
  const reading = useHistoryReading(account, type, found.data);
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
  reading: FullReading;
}) {
  if (entry.version === 1) return words.created;
  const lines = linesOf(type, entry, now, false).filter(({ field }) => !UNTOLD.has(field.name));
  return (
    <ul>
      {lines.slice(0, 3).map(({ field, from, to }) => {
        const [was, is] = [showValue(field, from ?? null, reading), showValue(field, to, reading)];
        // Of rows only their number is told here: where it is the same, that they are others.
        if (was === is) return <li key={field.name}>{words.changed(labelOf(field.name))}</li>;
        return (
          <li key={field.name}>
            {labelOf(field.name)} {was} <Became /> {is}
          </li>
        );
      })}
      {lines.length > 3 && <li>{`+${lines.length - 3}`}</li>}
    </ul>
  );
}
