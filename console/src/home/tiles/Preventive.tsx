/** Preventive work: on time, late, not done. */
import { Shares } from '../../parts/Shares.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import type { Preventive as Counts } from '../figures.ts';
import { useFormat } from '../format.ts';
import { preventiveDue, workOrders } from '../links.ts';
import { Pick } from '../Pick.tsx';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import { graces, type Window } from '../window.ts';

const said = words.preventive;

export function Preventive({ window, onGrace }: { readonly window: Window; readonly onGrace: (days: number) => void }) {
  const account = useAccount();
  const { number, share } = useFormat();
  const due = ({ dueFrom, dueBefore }: Counts, ...more: [string, string][]) =>
    workOrders(account, window, [...preventiveDue(dueFrom, dueBefore), ...more]);
  const rowsOf = (figure: Counts) => [
    { part: said.onTime, count: figure.onTime, colour: 3 as const, to: undefined },
    { part: said.late, count: figure.late, colour: 2 as const, to: undefined },
    { part: said.notDone, count: figure.notDone, colour: 6 as const, to: due(figure, ['CompletedOn', 'null']) },
  ];
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenance('preventive', window)}
      actions={
        <Pick
          label={said.grace}
          value={String(window.grace)}
          onValue={(value) => onGrace(Number(value))}
          choices={graces.map((days) => ({ value: String(days), label: said.graceOf(days) }))}
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
              cell: ({ to, count }) => <Counted to={to}>{number(count)}</Counted>,
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
            <Big of={said.onTime.toLowerCase()}>{share(figure.total === 0 ? null : figure.onTime / figure.total)}</Big>
            <Shares of={rowsOf(figure).map(({ part, count, colour }) => ({ key: part, value: count, colour }))} />
            <Lines
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
