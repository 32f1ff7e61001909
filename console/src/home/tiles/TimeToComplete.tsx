/** How long reactive work takes. */
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import type { TimeToComplete as Times } from '../figures.ts';
import { useFormat } from '../format.ts';
import { within, workOrders } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import type { Window } from '../window.ts';

const said = words.time;
const measures = [
  [said.mean, 'meanMs'],
  [said.median, 'medianMs'],
  [said.ninetieth, 'ninetiethMs'],
] as const;

export function TimeToComplete({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number, duration } = useFormat();
  const to = (figure: { from: string; to: string }) =>
    workOrders(account, window, [['Type', 'Reactive'], ...within('CompletedOn', figure.from, figure.to)]);
  const rowsOf = (figure: Times) =>
    measures.map(([label, part]) => ({ label, whole: figure[part], started: figure.fromStart[part] }));
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenance('timeToComplete', window)}
      table={(figure) => (
        <Table
          caption={said.title}
          rows={rowsOf(figure)}
          keyOf={({ label }) => label}
          columns={[
            { key: 'measure', title: said.title, cell: ({ label }) => label },
            { key: 'whole', title: said.fromCreated, numeric: true, cell: ({ whole }) => duration(whole) },
            { key: 'started', title: said.fromStarted, numeric: true, cell: ({ started }) => duration(started) },
          ]}
        />
      )}
    >
      {(figure) =>
        to(figure) === undefined ? (
          <p>{words.nothingLeft(said.what)}</p>
        ) : (
          <>
            <Big of={said.median.toLowerCase()}>{duration(figure.medianMs)}</Big>
            <Lines
              of={[
                { label: said.mean, value: duration(figure.meanMs) },
                { label: said.ninetieth, value: duration(figure.ninetiethMs) },
                {
                  label: `${said.fromStarted}, ${said.median.toLowerCase()}`,
                  value: duration(figure.fromStart.medianMs),
                },
                { label: said.coverage(number(figure.fromStart.count), number(figure.count)), value: '' },
              ]}
            />
            <p>
              <Counted to={to(figure)}>{number(figure.count)}</Counted> {said.of}
            </p>
          </>
        )
      }
    </Tile>
  );
}
