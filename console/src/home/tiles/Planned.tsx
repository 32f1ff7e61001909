/** Tile with the planned share of completed work. */
import { StackedBar } from '../../parts/Shares.tsx';
import { humanizeName } from '../../parts/State.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import { useFigureFormat } from '../format.ts';
import { betweenConditions, type LinkCondition, plannedConditions, workOrdersLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import type { FigureWindow } from '../window.ts';

const said = words.planned;

export function PlannedTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, share } = useFigureFormat();
  const to = (figure: { from: string; to: string }, ...more: LinkCondition[]) =>
    workOrdersLink(account, window, [...betweenConditions('CompletedOn', figure.from, figure.to), ...more]);
  const part = (some: number, all: number) => share(all === 0 ? null : some / all);
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('planned', window)}
      table={(figure) => (
        <Table
          caption={said.title}
          rows={figure.byType}
          keyOf={({ type }) => type}
          columns={[
            { key: 'type', title: words.type, cell: ({ type }) => humanizeName(type) },
            {
              key: 'completed',
              title: said.all,
              numeric: true,
              cell: ({ type, completed }) => <CountLink to={to(figure, ['Type', type])}>{number(completed)}</CountLink>,
            },
            { key: 'minutes', title: said.minutes, numeric: true, cell: ({ labourMinutes }) => number(labourMinutes) },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <TileFigure of={said.byCount.toLowerCase()}>{part(figure.planned, figure.completed)}</TileFigure>
          <StackedBar
            of={[
              { key: 'planned', value: figure.planned, colour: 3 },
              { key: 'other', value: figure.completed - figure.planned, colour: 5 },
            ]}
          />
          <TileRows
            of={[
              { label: said.planned, value: number(figure.planned), colour: 3, to: to(figure, ...plannedConditions) },
              { label: said.all, value: number(figure.completed), to: to(figure) },
              { label: said.byLabour, value: part(figure.plannedLabourMinutes, figure.labourMinutes) },
            ]}
          />
        </>
      )}
    </Tile>
  );
}
