/** Preview of a webhook: its events of the last 30 days, near misses, and a sample delivery. */
import { useQuery } from '@tanstack/react-query';
import type { Rehearsal } from '../api/types.ts';
import { formatCount } from '../parts/formats.ts';
import { Panel } from '../parts/Panel.tsx';
import { Plot } from '../parts/Plot.tsx';
import { formatDay, formatInstant, useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useDebounced } from '../records/use-paused.ts';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { filterTypeOf, singularLabel } from './describe.ts';
import layout from './layout.module.css';
import { simulationQuery, type WebhookInput } from './queries.ts';
import { RequestPreview } from './RequestShown.tsx';
import { useNamesOfRecords } from './titles.ts';

export interface SimulationPanelProps {
  readonly wishes: WebhookInput;
  readonly owner: string | undefined;
  readonly filterID: number | null;
}

export function SimulationPanel({ wishes, owner, filterID }: SimulationPanelProps) {
  const account = useAccount();
  const asked = useDebounced(JSON.stringify(rehearsable(wishes)), 250);
  const found = useQuery(simulationQuery(account, owner, JSON.parse(asked) as WebhookInput));
  return (
    <div className={layout.stack} aria-busy={found.isFetching}>
      <Panel title={words.rehearsal.title}>
        <QueryPlaceholder of={found} rows={3} />
        {found.data && <Counts rehearsal={found.data} entityType={wishes.entityType} filterID={filterID} />}
      </Panel>
      {found.data && (
        <Panel title={found.data.sample.real ? words.rehearsal.sampleReal : words.rehearsal.sampleMade}>
          <RequestPreview headers={found.data.sample.headers} body={found.data.sample.body} />
        </Panel>
      )}
    </div>
  );
}

/** Removes the parts of the input that do not affect the preview: the name and header values. */
function rehearsable({ name: _name, headers = {}, ...wishes }: WebhookInput): WebhookInput {
  return { ...wishes, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, 'x'])) };
}

interface CountsProps {
  readonly rehearsal: Rehearsal;
  readonly entityType: string;
  readonly filterID: number | null;
}

function Counts({ rehearsal, entityType, filterID }: CountsProps) {
  const times = useTimeSettings();
  const { matched, unfiltered, perDay, nearby, days, cut, since } = rehearsal;
  const number = (value: number) => formatCount(value, times.locale);
  const filterType = filterTypeOf(entityType) ?? '';
  const title = useNamesOfRecords(
    filterType === '' ? entityType : filterType,
    filterID === null ? [] : [filterID],
  )(filterID ?? 0);
  const kind = singularLabel(filterType);
  const told = matched === 1 ? words.rehearsal.matchesOne(days) : words.rehearsal.matches(number(matched), days);
  return (
    <>
      <p>
        <strong>{told}</strong>
      </p>
      {cut && <p className={layout.quiet}>{words.rehearsal.cut(formatInstant(since, times))}</p>}
      <Days perDay={perDay} />
      {matched === 0 && unfiltered === 0 && <p className={layout.quiet}>{words.rehearsal.noneAtAll}</p>}
      {matched === 0 && unfiltered > 0 && filterID !== null && (
        <div>
          <p>{words.rehearsal.nearMiss(number(unfiltered), kind, title?.title ?? String(filterID))}:</p>
          <ul>
            {nearby.map(({ id, title: called, count }) => (
              <li key={id}>
                {called ?? `${kind} ${id}`} <span className={layout.quiet}>{number(count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Days({ perDay }: Pick<Rehearsal, 'perDay'>) {
  const { locale } = useTimeSettings();
  const shown = (day: string | undefined) => (day === undefined ? '' : formatDay(day, { timeZone: 'UTC', locale }));
  const some = perDay.filter(({ count }) => count > 0).map(({ day, count }) => `${shown(day)} ${count}`);
  return (
    <Plot
      sentence={words.rehearsal.perDay(some.length === 0 ? '0' : some.join(', '))}
      series={[{ name: words.rehearsal.daily, colour: 1, kind: 'bar', values: perDay.map(({ count }) => count) }]}
      ends={[shown(perDay[0]?.day), shown(perDay.at(-1)?.day)]}
      format={(value) => formatCount(value, locale)}
    />
  );
}
