/** An asset at a glance: how it stands, where it is, what it took in a year, and what it consists of. */
import { useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import { useFigureFormat } from '../home/format.ts';
import { listLink, unfinishedConditions } from '../home/links.ts';
import { timeFormat } from '../parts/formats.ts';
import { Link } from '../parts/Link.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { formatDay, useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { newRecordAddress, recordAddress } from '../records/address.ts';
import type { RecordFields } from '../records/description.ts';
import { LocationPath } from '../records/LocationPath.tsx';
import type { TypeExtensionProps } from '../records/record/of-type.tsx';
import { words } from '../words/assets.ts';
import styles from './AssetOverview.module.css';
import { PartsTree } from './PartsTree.tsx';

export function AssetOverview({ account, id, record }: TypeExtensionProps) {
  const { locale, timeZone } = useTimeSettings();
  const warranty = record.WarrantyExpiresOn as string | null;
  const isOver = warranty !== null && warranty < today(timeZone);
  const location = record.LocationID as number | null;
  return (
    <section className={styles.overview} aria-label={words.overview}>
      <dl className={styles.facts}>
        <div>
          <dt>{words.status}</dt>
          <dd>
            <Status account={account} id={record.AssetStatusID as number | null} />
          </dd>
        </div>
        <div>
          <dt>{words.location}</dt>
          <dd>{location === null ? words.noLocation : <LocationPath account={account} id={location} />}</dd>
        </div>
        <div>
          <dt>{words.meter}</dt>
          <dd>
            <Meter record={record} />
          </dd>
        </div>
        <div>
          <dt>{words.warranty}</dt>
          <dd className={isOver ? styles.over : undefined}>
            {warranty === null
              ? words.noWarranty
              : isOver
                ? words.warrantyOver(fullDay(warranty, locale))
                : words.warrantyUntil(fullDay(warranty, locale))}
          </dd>
        </div>
      </dl>
      <Strip account={account} id={id} />
      <div className={styles.below}>
        <PartsTree account={account} of={id} />
        <Link
          look="plain"
          to={newRecordAddress(
            account,
            'WorkOrders',
            `AssetID=${id}${location === null ? '' : `&LocationID=${location}`}`,
          )}
        >
          {words.newOrder}
        </Link>
      </div>
    </section>
  );
}

/** `2026-11-16` where the person is. */
function today(timeZone: string): string {
  return timeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format();
}

/** A date has no zone. */
function fullDay(date: string, locale: string): string {
  return formatDay(`${date}T00:00:00Z`, { locale, timeZone: 'UTC' });
}

function Status({ account, id }: { readonly account: string; readonly id: number | null }) {
  const { data } = useQuery({
    queryKey: [account, 'AssetStatuses', id, 'shown'],
    queryFn: createQueryFn<RecordFields>(`/${account}/AssetStatuses/${id}?fields=ID,Name,BaseStatus,Colour`),
    enabled: id !== null,
    staleTime: 300_000,
  });
  if (id === null) return words.noStatus;
  if (data === undefined) return `#${id}`;
  const colour = typeof data.Colour === 'string' && /^#[0-9a-f]{3,8}$/i.test(data.Colour) ? data.Colour : undefined;
  return (
    <span className={styles.status}>
      <span className={styles.dot} aria-hidden="true" style={colour === undefined ? {} : { backgroundColor: colour }} />
      {String(data.Name)} <span className="quiet">({String(data.BaseStatus)})</span>
    </span>
  );
}

function Meter({ record }: { readonly record: RecordFields }) {
  const { number } = useFigureFormat();
  const { MeterValue: value, MeterUnit: unit, MeterReadOn: on } = record;
  if (typeof value !== 'number') return words.noMeter;
  return (
    <>
      {number(value)} {typeof unit === 'string' ? unit : ''}
      {typeof on === 'string' && (
        <span className="quiet">
          {' '}
          {words.readOn} <RelativeTime at={on} />
        </span>
      )}
    </>
  );
}

interface Figures {
  readonly since: string;
  readonly unfinished: number;
  readonly lastPreventive: { readonly WorkOrderID: number; readonly completedOn: string } | null;
  readonly nextPreventive: { readonly WorkOrderID: number; readonly dueOn: string } | null;
  readonly reactive: number;
  readonly cost: number;
  readonly repaired: number;
  readonly meanRepairMs: number | null;
}

function Strip({ account, id }: { readonly account: string; readonly id: number }) {
  const { number, money, duration } = useFigureFormat();
  const times = useTimeSettings();
  const found = useQuery({
    queryKey: [account, 'Assets', id, 'Figures'],
    queryFn: createQueryFn<Figures>(`/${account}/Assets/${id}/Figures`),
    staleTime: 60_000,
  });
  const { data } = found;
  if (found.isLoadingError) return <QueryPlaceholder of={found} />;
  const own = (...conditions: (readonly [string, string])[]) =>
    listLink(account, 'WorkOrders', [['AssetID', String(id)], ...conditions]);
  const reactive = ['Type', 'Reactive'] as const;
  const done = ['CompletedOn', `${data?.since} ge`] as const;
  const order = (one: number) => recordAddress(account, 'WorkOrders', one);
  const figures: readonly (readonly [to: string | null, value: string])[] =
    data === undefined
      ? []
      : [
          [own(...unfinishedConditions), number(data.unfinished)],
          data.lastPreventive === null
            ? [null, words.never]
            : [order(data.lastPreventive.WorkOrderID), formatDay(data.lastPreventive.completedOn, times)],
          data.nextPreventive === null
            ? [null, words.none]
            : [order(data.nextPreventive.WorkOrderID), formatDay(data.nextPreventive.dueOn, times)],
          [own(reactive, ['CreatedOn', `${data.since} ge`]), number(data.reactive)],
          [own(done), money(data.cost)],
          [data.repaired === 0 ? null : own(reactive, done), duration(data.meanRepairMs)],
        ];
  return (
    <dl className={styles.strip} aria-busy={data === undefined}>
      {words.figures.map((label, at) => {
        const [to, value] = figures[at] ?? [];
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
