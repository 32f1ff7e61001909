/** Tile with the results of events, by hour for one day and by day for longer periods. */
import { Plot } from '../../parts/Plot.tsx';
import { Table } from '../../parts/Table.tsx';
import { formatInstant, useTimeSettings } from '../../parts/times.ts';
import { connectionsWords } from '../../words/home.ts';
import { useConnectionsFigure } from '../asking.ts';
import type { SettledCounts } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { Tile, TileFigure, TileRows } from '../Tile.tsx';
import { localDayOf } from '../window.ts';

const said = connectionsWords.deliveries;
const parts = [
  [said.succeeded, 'succeeded', 3],
  [said.failed, 'failed', 6],
  [said.suppressed, 'suppressed', 5],
  [said.dropped, 'dropped', 4],
] as const;

interface Step extends SettledCounts {
  readonly hour: string;
}

export function DeliveriesTile({ hours }: { readonly hours: number }) {
  const times = useTimeSettings();
  const { number, share, day } = useFigureFormat();
  const isDaily = hours > 24;
  const stepsOf = (all: readonly Step[]) => (isDaily ? byDay(all, times.timeZone) : all);
  const label = (at: string) => (isDaily ? day(at) : formatInstant(at, times));
  return (
    <Tile
      wide
      title={said.title}
      formula={said.formula}
      query={useConnectionsFigure('deliveries', hours)}
      table={(figure) => (
        <Table
          caption={said.title}
          rows={stepsOf(figure.hours).toReversed()}
          keyOf={({ hour }) => hour}
          columns={[
            { key: 'when', title: said.when, cell: ({ hour }) => label(hour) },
            ...parts.map(([title, part]) => ({
              key: part,
              title,
              numeric: true,
              cell: (step: Step) => number(step[part]),
            })),
          ]}
        />
      )}
    >
      {(figure) => {
        const steps = stepsOf(figure.hours);
        const sentence = said.sentence(number(figure.succeeded), number(figure.failed), connectionsWords.hours(hours));
        return (
          <>
            <TileFigure of={said.success.toLowerCase()}>{share(figure.success)}</TileFigure>
            <Plot
              stacked
              sentence={sentence}
              ends={[label(steps[0]!.hour), label(steps.at(-1)!.hour)]}
              format={number}
              series={parts.map(([name, part, colour]) => ({
                name: `${name} ${number(figure[part])}`,
                colour,
                kind: 'bar' as const,
                values: steps.map((step) => step[part]),
              }))}
            />
            <TileRows of={[{ label: said.waiting, value: number(figure.waiting) }]} />
          </>
        );
      }}
    </Tile>
  );
}

/** Days of the person's zone; the first one may not be whole. */
function byDay(hours: readonly Step[], timeZone: string): Step[] {
  const days = Map.groupBy(hours, ({ hour }) => localDayOf(Date.parse(hour), timeZone));
  return Array.from(days.values(), (some) =>
    some.slice(1).reduce<Step>(
      (sum, one) => ({
        hour: sum.hour,
        succeeded: sum.succeeded + one.succeeded,
        failed: sum.failed + one.failed,
        suppressed: sum.suppressed + one.suppressed,
        dropped: sum.dropped + one.dropped,
      }),
      some[0]!,
    ),
  );
}
