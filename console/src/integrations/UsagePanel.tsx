/** How a key is used: the calls of a day by the hour, and from where the last one came. */
import { useQuery } from '@tanstack/react-query';
import { formatCount, timeFormat } from '../parts/formats.ts';
import { Panel } from '../parts/Panel.tsx';
import { Plot } from '../parts/Plot.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { type Integration, usageQuery } from './queries.ts';
import { fillLast24Hours } from './usage-hours.ts';

export function UsagePanel({ one }: { readonly one: Integration }) {
  const { account, keyLimit } = useMe();
  const { locale, timeZone } = useTimeSettings();
  const usage = useQuery(usageQuery(account.id, one.id));
  const number = (value: number) => formatCount(value, locale);
  const hours = fillLast24Hours(usage.data ?? [], Date.now());
  const hourOf = (at: string) =>
    timeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(at));
  const told = hours.filter(({ calls }) => calls > 0).map(({ hour, calls }) => `${hourOf(hour)} ${calls}`);
  return (
    <Panel title={words.page.use}>
      <dl className={layout.facts}>
        <div>
          <dt>{words.page.lastUsed}</dt>
          <dd>
            <RelativeTime at={one.lastUsedOn} />
            {one.lastAddress !== null && <div className={layout.meta}>{words.page.from(one.lastAddress)}</div>}
          </dd>
        </div>
        <div>
          <dt>{words.columns.calls}</dt>
          <dd>
            {number(one.calls24h)}
            {one.refused24h > 0 && <div className={layout.meta}>{words.refused(number(one.refused24h))}</div>}
          </dd>
        </div>
        <div>
          <dt>{words.columns.peak}</dt>
          <dd>{words.peak(number(one.peakMinute), keyLimit)}</dd>
        </div>
      </dl>
      <QueryPlaceholder of={usage} rows={6} />
      {usage.data && (
        <Plot
          sentence={`${words.page.hours}: ${told.length === 0 ? '0' : told.join(', ')}`}
          stacked
          series={[
            {
              name: words.page.answered,
              colour: 1,
              kind: 'bar',
              values: hours.map(({ calls, refused }) => calls - refused),
            },
            { name: words.page.refused, colour: 6, kind: 'bar', values: hours.map(({ refused }) => refused) },
          ]}
          ends={[hourOf(hours[0]!.hour), hourOf(hours.at(-1)!.hour)]}
          format={number}
        />
      )}
    </Panel>
  );
}
