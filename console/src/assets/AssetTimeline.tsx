/** All that happened to an asset, the newest first: by kind, up to a day, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { createQueryFn } from '../api/ask.ts';
import { useFigureFormat } from '../home/format.ts';
import { Chip } from '../parts/Chip.tsx';
import { useDateControl } from '../parts/DateInput.tsx';
import { Download } from '../parts/Download.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { PARTIAL_DATE } from '../parts/half-date.ts';
import { Checkbox } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadMore } from '../parts/More.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { StateLabel } from '../parts/State.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { recordAddress } from '../records/address.ts';
import { useDisplayContext } from '../records/data/reading.ts';
import type { TypeExtensionProps } from '../records/record/of-type.tsx';
import { words } from '../words/assets.ts';
import styles from './AssetTimeline.module.css';
import {
  type AssetChangeEntry,
  type AssetTimelineEntry,
  type AssetTimelinePage,
  type RecordTimelineEntry,
  timelineFilter,
  timelineKinds,
} from './timeline.ts';

const ENTRIES_PER_PAGE = 25;

export function AssetTimeline({ account, id }: TypeExtensionProps) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set(timelineKinds));
  const [until, setUntil] = useState('');
  const day = useDateControl({ type: 'date', value: until, onValue: setUntil });
  const lacking = useId();
  const { timeZone } = useTimeSettings();
  const narrowed = timelineFilter(
    [...timelineKinds].filter((kind) => shown.has(kind)),
    until === PARTIAL_DATE ? '' : until,
    timeZone,
  );
  const query = `take=${ENTRIES_PER_PAGE}${narrowed === '' ? '' : `&${narrowed}`}`;
  const found = useInfiniteQuery({
    queryKey: [account, 'Assets', id, 'Timeline', query],
    queryFn: ({ pageParam, signal }) =>
      createQueryFn<AssetTimelinePage>(
        `/${account}/Assets/${id}/Timeline?${query}${pageParam === '' ? '' : `&after=${pageParam}`}`,
      )({
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
  const { nameOf } = useDisplayContext(account, statuses);
  return (
    <div className={styles.timeline}>
      <fieldset className={styles.filters}>
        <legend className="unseen">{words.kinds}</legend>
        {timelineKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.kind[kind]}
            checked={shown.has(kind)}
            onChecked={(on) => setShown(new Set(timelineKinds.filter((one) => (one === kind ? on : shown.has(one)))))}
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
        <QueryPlaceholder of={found} label={words.timeline} />
      ) : entries.length === 0 ? (
        <EmptyState title={shown.size === timelineKinds.length && until === '' ? words.empty : words.nothingOfThese} />
      ) : (
        <ol className={styles.entries} aria-label={words.timeline}>
          {entries.map((entry) => (
            <li key={`${entry.kind} ${'id' in entry ? entry.id : entry.version}`}>
              <LocalTime at={entry.on} />
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
      {shown.size > 0 && <LoadMore of={found} label={words.more} />}
    </div>
  );
}

function Record({ account, entry }: { readonly account: string; readonly entry: RecordTimelineEntry }) {
  const { money } = useFigureFormat();
  const cost = entry.kind === 'WorkOrders' ? entry.TotalCost : entry.Total;
  return (
    <>
      <Link to={recordAddress(account, entry.kind, entry.id)}>
        {[entry.Number, entry.Name].filter(Boolean).join(' ')}
      </Link>{' '}
      {entry.Status && <StateLabel of={entry.Status} />}{' '}
      {entry.Passed === false && <Chip tone="bad">{words.failed}</Chip>}{' '}
      {(entry.FlaggedCount ?? 0) > 0 && <Chip tone="warn">{words.flagged(entry.FlaggedCount!)}</Chip>}{' '}
      {cost !== undefined && cost !== null && cost !== 0 && <span className="quiet">{money(cost)}</span>}
    </>
  );
}

function Changes({ entry, nameOf }: { readonly entry: AssetChangeEntry; readonly nameOf: (status: number) => string }) {
  const { number } = useFigureFormat();
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

function statusesOf(entry: AssetTimelineEntry) {
  if ('id' in entry) return [];
  return entry.changes
    .filter(({ what }) => what === 'Status')
    .flatMap(({ from, to }) => [from, to])
    .flatMap((id) => (id === null ? [] : [{ type: 'AssetStatuses', id }]));
}
