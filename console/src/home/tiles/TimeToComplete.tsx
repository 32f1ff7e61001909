/** Tile with the time to complete reactive work. */
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { TimeToCompleteFigure as Times } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { betweenConditions, workOrdersLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import type { FigureWindow } from '../window.ts';

const said = words.time;
const measures = [
  [said.mean, 'meanMs'],
  [said.median, 'medianMs'],
  [said.ninetieth, 'ninetiethMs'],
] as const;

export function TimeToCompleteTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, duration } = useFigureFormat();
  const to = (figure: { from: string; to: string }) =>
    workOrdersLink(account, window, [
      ['Type', 'Reactive'],
      ...betweenConditions('CompletedOn', figure.from, figure.to),
    ]);
  const rowsOf = (figure: Times) =>
    measures.map(([label, part]) => ({ label, whole: figure[part], started: figure.fromStart[part] }));
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('timeToComplete', window)}
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
            <TileFigure of={said.median.toLowerCase()}>{duration(figure.medianMs)}</TileFigure>
            <TileRows
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
              <CountLink to={to(figure)}>{number(figure.count)}</CountLink> {said.of}
            </p>
          </>
        )
      }
    </Tile>
  );
}
