/** Tile with the unfinished work orders by status. */
import { StackedBar } from '../../parts/Shares.tsx';
import { humanizeName } from '../../parts/State.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import { useFigureFormat } from '../format.ts';
import { unassignedCondition, unfinishedConditions, withoutDueCondition, workOrdersLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import type { FigureWindow } from '../window.ts';

const said = words.unfinished;
const colours = { Open: 5, InProgress: 1, OnHold: 2 } as const;
type Status = keyof typeof colours;

export function UnfinishedTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number } = useFigureFormat();
  const of = (status: Status) => workOrdersLink(account, window, [['Status', status]]);
  const rowsOf = (byStatus: Readonly<Record<Status, number>>) =>
    (Object.keys(colours) as Status[]).map((status) => ({ status, count: byStatus[status] }));
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('unfinished', window)}
      table={({ byStatus }) => (
        <Table
          caption={said.title}
          rows={rowsOf(byStatus)}
          keyOf={({ status }) => status}
          columns={[
            { key: 'status', title: 'Status', cell: ({ status }) => humanizeName(status) },
            {
              key: 'count',
              title: said.of,
              numeric: true,
              cell: ({ status, count }) => <CountLink to={of(status)}>{number(count)}</CountLink>,
            },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <TileFigure to={workOrdersLink(account, window, unfinishedConditions)} of={said.of}>
            {number(figure.total)}
          </TileFigure>
          <StackedBar
            of={rowsOf(figure.byStatus).map(({ status, count }) => ({
              key: status,
              value: count,
              colour: colours[status],
            }))}
          />
          <TileRows
            of={[
              ...rowsOf(figure.byStatus).map(({ status, count }) => ({
                label: humanizeName(status),
                colour: colours[status],
                value: number(count),
                to: of(status),
              })),
              {
                label: said.unassigned,
                value: number(figure.unassigned),
                to: workOrdersLink(account, window, [...unfinishedConditions, unassignedCondition]),
              },
              {
                label: said.withoutDue,
                value: number(figure.withoutDue),
                to: workOrdersLink(account, window, [...unfinishedConditions, withoutDueCondition]),
              },
            ]}
          />
        </>
      )}
    </Tile>
  );
}
