/** Tile with the created, completed, cancelled and remaining work orders by week. */
import { Plot } from '../../parts/Plot.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { FlowWeek } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { betweenConditions, unfinishedConditions, workOrdersLink } from '../links.ts';
import { CountLink, Tile } from '../Tile.tsx';
import type { FigureWindow } from '../window.ts';

const said = words.flow;

export function FlowTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, day } = useFigureFormat();
  const behind = (field: string) => (week: FlowWeek) =>
    workOrdersLink(account, window, betweenConditions(field, week.from, week.to));
  const stamped = (title: string, part: 'created' | 'completed' | 'cancelled', field: string) => ({
    key: part,
    title,
    numeric: true,
    cell: (week: FlowWeek) => <CountLink to={behind(field)(week)}>{number(week[part])}</CountLink>,
  });
  return (
    <Tile
      wide
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('flow', window)}
      table={({ weeks, asOf }) => (
        <Table
          caption={said.title}
          rows={weeks.toReversed()}
          keyOf={({ from }) => from}
          columns={[
            {
              key: 'week',
              title: said.week,
              cell: ({ from, to }) => `${day(from)}${to === asOf ? ` (${said.soFar})` : ''}`,
            },
            stamped(said.created, 'created', 'CreatedOn'),
            stamped(said.completed, 'completed', 'CompletedOn'),
            stamped(said.cancelled, 'cancelled', 'CancelledOn'),
            {
              key: 'open',
              title: said.open,
              numeric: true,
              // What is open now is a list; what was open once is none.
              cell: ({ to, open }) => (
                <CountLink to={to === asOf ? workOrdersLink(account, window, unfinishedConditions) : undefined}>
                  {number(open)}
                </CountLink>
              ),
            },
          ]}
        />
      )}
    >
      {({ weeks }) => {
        if (weeks.length === 0) return <p>{words.none}</p>;
        const [first, last] = [weeks[0]!, weeks.at(-1)!];
        const sum = (of: (week: FlowWeek) => number) => number(weeks.reduce((all, week) => all + of(week), 0));
        const finished = (week: FlowWeek) => week.completed + week.cancelled;
        return (
          <Plot
            sentence={said.sentence(
              sum(({ created }) => created),
              sum(finished),
              number(first.open),
              number(last.open),
              weeks.length,
            )}
            ends={[day(first.from), day(last.to)]}
            format={number}
            series={[
              { name: said.created, colour: 1, kind: 'bar', values: weeks.map(({ created }) => created) },
              { name: said.finished, colour: 3, kind: 'bar', values: weeks.map(finished) },
              { name: said.open, colour: 2, kind: 'line', values: weeks.map(({ open }) => open) },
            ]}
          />
        );
      }}
    </Tile>
  );
}
