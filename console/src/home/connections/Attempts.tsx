/** Tile with the delay of deliveries and the share that succeeded at the first attempt. */
import { Table } from '../../parts/Table.tsx';
import { connectionsWords } from '../../words/home.ts';
import { useConnectionsFigure } from '../asking.ts';
import type { AttemptsFigure as Found } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { Tile, TileFigure, TileRows } from '../Tile.tsx';

const said = connectionsWords.attempts;

export function AttemptsTile({ hours }: { readonly hours: number }) {
  const { number, share, duration } = useFigureFormat();
  const rowsOf = ({ deliveries, succeededAtFirst, delay }: Found) => [
    { label: connectionsWords.deliveries.title, value: number(deliveries) },
    { label: said.atFirst, value: number(succeededAtFirst) },
    { label: said.median, value: duration(delay.medianMs) },
    { label: said.ninetyFifth, value: duration(delay.ninetyFifthMs) },
  ];
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useConnectionsFigure('attempts', hours)}
      table={(figure) => (
        <Table
          caption={said.title}
          rows={rowsOf(figure)}
          keyOf={({ label }) => label}
          columns={[
            { key: 'label', title: said.title, cell: ({ label }) => label },
            { key: 'value', title: 'Value', numeric: true, cell: ({ value }) => value },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <TileFigure of={said.atFirst}>{share(figure.successAtFirst)}</TileFigure>
          <TileRows of={rowsOf(figure).filter(({ label }) => label !== said.atFirst)} />
          {figure.newestOfEach !== null && <p className="quiet">{said.newest(number(figure.newestOfEach))}</p>}
        </>
      )}
    </Tile>
  );
}
