/** What is to be done as things stand. */
import { Shares } from '../../parts/Shares.tsx';
import { inWords } from '../../parts/State.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import { useFormat } from '../format.ts';
import { unassigned, unfinished, withoutDue, workOrders } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import type { Window } from '../window.ts';

const said = words.unfinished;
const colours = { Open: 5, InProgress: 1, OnHold: 2 } as const;
type Status = keyof typeof colours;

export function Unfinished({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number } = useFormat();
  const of = (status: Status) => workOrders(account, window, [['Status', status]]);
  const rowsOf = (byStatus: Readonly<Record<Status, number>>) =>
    (Object.keys(colours) as Status[]).map((status) => ({ status, count: byStatus[status] }));
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenance('unfinished', window)}
      table={({ byStatus }) => (
        <Table
          caption={said.title}
          rows={rowsOf(byStatus)}
          keyOf={({ status }) => status}
          columns={[
            { key: 'status', title: 'Status', cell: ({ status }) => inWords(status) },
            {
              key: 'count',
              title: said.of,
              numeric: true,
              cell: ({ status, count }) => <Counted to={of(status)}>{number(count)}</Counted>,
            },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <Big to={workOrders(account, window, unfinished)} of={said.of}>
            {number(figure.total)}
          </Big>
          <Shares
            of={rowsOf(figure.byStatus).map(({ status, count }) => ({
              key: status,
              value: count,
              colour: colours[status],
            }))}
          />
          <Lines
            of={[
              ...rowsOf(figure.byStatus).map(({ status, count }) => ({
                label: inWords(status),
                colour: colours[status],
                value: number(count),
                to: of(status),
              })),
              {
                label: said.unassigned,
                value: number(figure.unassigned),
                to: workOrders(account, window, [...unfinished, unassigned]),
              },
              {
                label: said.withoutDue,
                value: number(figure.withoutDue),
                to: workOrders(account, window, [...unfinished, withoutDue]),
              },
            ]}
          />
        </>
      )}
    </Tile>
  );
}
