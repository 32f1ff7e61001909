/** Preventive work: on time, late, not done. */
import { StackedBar } from '../../parts/Shares.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { PreventiveFigure as Counts } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { preventiveDueConditions, workOrdersLink } from '../links.ts';
import { InlineSelect } from '../Pick.tsx';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import { type FigureWindow, graceDayOptions } from '../window.ts';

const said = words.preventive;

export function PreventiveTile({
  window,
  onGrace,
}: {
  readonly window: FigureWindow;
  readonly onGrace: (days: number) => void;
}) {
  const account = useAccount();
  const { number, share } = useFigureFormat();
  const due = ({ dueFrom, dueBefore }: Counts, ...more: [string, string][]) =>
    workOrdersLink(account, window, [...preventiveDueConditions(dueFrom, dueBefore), ...more]);
  const rowsOf = (figure: Counts) => [
    { part: said.onTime, count: figure.onTime, colour: 3 as const, to: undefined },
    { part: said.late, count: figure.late, colour: 2 as const, to: undefined },
    { part: said.notDone, count: figure.notDone, colour: 6 as const, to: due(figure, ['CompletedOn', 'null']) },
  ];
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('preventive', window)}
      actions={
        <InlineSelect
          label={said.grace}
          value={String(window.grace)}
          onValue={(value) => onGrace(Number(value))}
          choices={graceDayOptions.map((days) => ({ value: String(days), label: said.graceOf(days) }))}
        />
      }
      table={(figure) => (
        <Table
          caption={said.title}
          rows={[
            ...rowsOf(figure),
            { part: said.done, count: figure.onTime + figure.late, to: due(figure, ['CompletedOn', 'null ne']) },
          ]}
          keyOf={({ part }) => part}
          columns={[
            { key: 'part', title: said.title, cell: ({ part }) => part },
            {
              key: 'count',
              title: words.unfinished.of,
              numeric: true,
              cell: ({ to, count }) => <CountLink to={to}>{number(count)}</CountLink>,
            },
          ]}
        />
      )}
    >
      {(figure) =>
        due(figure) === undefined ? (
          <p>{words.nothingLeft(said.what)}</p>
        ) : (
          <>
            <TileFigure of={said.onTime.toLowerCase()}>
              {share(figure.total === 0 ? null : figure.onTime / figure.total)}
            </TileFigure>
            <StackedBar of={rowsOf(figure).map(({ part, count, colour }) => ({ key: part, value: count, colour }))} />
            <TileRows
              of={[
                ...rowsOf(figure).map(({ part, count, colour, to }) => ({
                  label: part,
                  value: number(count),
                  colour,
                  to,
                })),
                { label: `= ${said.due}`, value: number(figure.total), to: due(figure) },
              ]}
            />
          </>
        )
      }
    </Tile>
  );
}
