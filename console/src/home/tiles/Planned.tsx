/** How much of what was done was planned. */
import { Shares } from '../../parts/Shares.tsx';
import { inWords } from '../../parts/State.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import { useFormat } from '../format.ts';
import { type Condition, planned, within, workOrders } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import type { Window } from '../window.ts';

const said = words.planned;

export function Planned({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number, share } = useFormat();
  const to = (figure: { from: string; to: string }, ...more: Condition[]) =>
    workOrders(account, window, [...within('CompletedOn', figure.from, figure.to), ...more]);
  const part = (some: number, all: number) => share(all === 0 ? null : some / all);
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenance('planned', window)}
      table={(figure) => (
        <Table
          caption={said.title}
          rows={figure.byType}
          keyOf={({ type }) => type}
          columns={[
            { key: 'type', title: words.type, cell: ({ type }) => inWords(type) },
            {
              key: 'completed',
              title: said.all,
              numeric: true,
              cell: ({ type, completed }) => <Counted to={to(figure, ['Type', type])}>{number(completed)}</Counted>,
            },
            { key: 'minutes', title: said.minutes, numeric: true, cell: ({ labourMinutes }) => number(labourMinutes) },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <Big of={said.byCount.toLowerCase()}>{part(figure.planned, figure.completed)}</Big>
          <Shares
            of={[
              { key: 'planned', value: figure.planned, colour: 3 },
              { key: 'other', value: figure.completed - figure.planned, colour: 5 },
            ]}
          />
          <Lines
            of={[
              { label: said.planned, value: number(figure.planned), colour: 3, to: to(figure, ...planned) },
              { label: said.all, value: number(figure.completed), to: to(figure) },
              { label: said.byLabour, value: part(figure.plannedLabourMinutes, figure.labourMinutes) },
            ]}
          />
        </>
      )}
    </Tile>
  );
}
