/** All that happened to an asset, the newest first: by kind, up to a day, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { read } from '../api/ask.ts';
import { useFormat } from '../home/format.ts';
import { Chip } from '../parts/Chip.tsx';
import { useDate } from '../parts/DateInput.tsx';
import { Download } from '../parts/Download.tsx';
import { Empty } from '../parts/Empty.tsx';
import { HALF } from '../parts/half-date.ts';
import { Tick } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { More } from '../parts/More.tsx';
import { Moment } from '../parts/RelativeTime.tsx';
import { State } from '../parts/State.tsx';
import { useTimes } from '../parts/times.ts';
import { Unread } from '../parts/Unread.tsx';
import { recordAddress } from '../records/address.ts';
import { useReading } from '../records/data/reading.ts';
import type { OfTypeProps } from '../records/record/of-type.tsx';
import { words } from '../words/assets.ts';
import styles from './AssetTimeline.module.css';
import { type Change, type Entry, kinds, type Page, type Told, timelineFilter } from './timeline.ts';

const TAKE = 25;

export function AssetTimeline({ account, id }: OfTypeProps) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set(kinds));
  const [until, setUntil] = useState('');
  const day = useDate({ type: 'date', value: until, onValue: setUntil });
  const lacking = useId();
  const { timeZone } = useTimes();
  const narrowed = timelineFilter(
    [...kinds].filter((kind) => shown.has(kind)),
    until === HALF ? '' : until,
    timeZone,
  );
  const query = `take=${TAKE}${narrowed === '' ? '' : `&${narrowed}`}`;
  const found = useInfiniteQuery({
    queryKey: [account, 'Assets', id, 'Timeline', query],
    queryFn: ({ pageParam, signal }) =>
      read<Page>(`/${account}/Assets/${id}/Timeline?${query}${pageParam === '' ? '' : `&after=${pageParam}`}`)({
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: shown.size > 0,
  });
  const { data } = found;
  const entries = useMemo(
    () => (shown.size === 0 ? [] : (data?.pages.flatMap((page) => page.entries) ?? [])),
    [data, shown],
  );
  const statuses = useMemo(() => entries.flatMap(statusesOf), [entries]);
  const { nameOf } = useReading(account, statuses);
  return (
    <div className={styles.timeline}>
      <fieldset className={styles.filters}>
        <legend className="unseen">{words.kinds}</legend>
        {kinds.map((kind) => (
          <Tick
            key={kind}
            label={words.kind[kind]}
            checked={shown.has(kind)}
            onChecked={(on) => setShown(new Set(kinds.filter((one) => (one === kind ? on : shown.has(one)))))}
          />
        ))}
        <label className={styles.until}>
          {words.until}{' '}
          <input {...day.input} aria-invalid={day.lacks && true} aria-describedby={day.lacks && lacking} />
        </label>
        {day.lacks && (
          <span id={lacking} className={styles.lacks}>
            {day.lacks}
          </span>
        )}
        {shown.size > 0 && (
          <Download
            href={`/console/api/${account}/Assets/${id}/Timeline/Export?${narrowed}`}
            label={words.csv}
            says={words.csvTitle}
          />
        )}
      </fieldset>
      {data === undefined && shown.size > 0 ? (
        <Unread of={found} label={words.timeline} />
      ) : entries.length === 0 ? (
        <Empty title={shown.size === kinds.length && until === '' ? words.empty : words.nothingOfThese} />
      ) : (
        <ol className={styles.entries} aria-label={words.timeline}>
          {entries.map((entry) => (
            <li key={`${entry.kind} ${'id' in entry ? entry.id : entry.version}`}>
              <Moment at={entry.on} />
              <div className={styles.what}>
                <span className="quiet">{words.one[entry.kind]}</span>{' '}
                {'id' in entry ? (
                  <Record account={account} entry={entry} />
                ) : (
                  <Changes entry={entry} nameOf={(status) => nameOf('AssetStatuses', status) ?? `#${status}`} />
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {shown.size > 0 && <More of={found} label={words.more} />}
    </div>
  );
}

function Record({ account, entry }: { readonly account: string; readonly entry: Told }) {
  const { money } = useFormat();
  const cost = entry.kind === 'WorkOrders' ? entry.TotalCost : entry.Total;
  return (
    <>
      <Link to={recordAddress(account, entry.kind, entry.id)}>
        {[entry.Number, entry.Name].filter(Boolean).join(' ')}
      </Link>{' '}
      {entry.Status && <State of={entry.Status} />} {entry.Passed === false && <Chip tone="bad">{words.failed}</Chip>}{' '}
      {(entry.FlaggedCount ?? 0) > 0 && <Chip tone="warn">{words.flagged(entry.FlaggedCount!)}</Chip>}{' '}
      {cost !== undefined && cost !== null && cost !== 0 && <span className="quiet">{money(cost)}</span>}
    </>
  );
}

function Changes({ entry, nameOf }: { readonly entry: Change; readonly nameOf: (status: number) => string }) {
  const { number } = useFormat();
  const told = (what: string, value: number | null) =>
    value === null ? words.empties : what === 'Status' ? nameOf(value) : number(value);
  return (
    <>
      {entry.changes.map(({ what, from, to }) => (
        <span key={what}>
          {words.kind[what]}{' '}
          <strong>
            {entry.kind === 'Created' ? told(what, to) : words.from(told(what, from), told(what, to))}
          </strong>{' '}
        </span>
      ))}
      <span className="quiet">{words.by(entry.by.name ?? entry.by.email)}</span>
    </>
  );
}

function statusesOf(entry: Entry) {
  if ('id' in entry) return [];
  return entry.changes
    .filter(({ what }) => what === 'Status')
    .flatMap(({ from, to }) => [from, to])
    .flatMap((id) => (id === null ? [] : [{ type: 'AssetStatuses', id }]));
}
