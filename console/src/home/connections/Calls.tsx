/** Tile with the callers of the API, and who makes changes. */
import { Link } from '../../parts/Link.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { connectionsWords } from '../../words/home.ts';
import { useConnectionsFigure } from '../asking.ts';
import { useFigureFormat } from '../format.ts';
import { Tile, TileFigure, TileRows } from '../Tile.tsx';

const said = connectionsWords.calls;
/** Number of rows in the tile. The table contains all. */
const ROWS_IN_TILE = 5;

export function CallsTile({ hours }: { readonly hours: number }) {
  const account = useAccount();
  const { number } = useFigureFormat();
  const link = (integration: string, name: string) => (
    <Link to={`/${account}/Integrations/${integration}`}>{name}</Link>
  );
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useConnectionsFigure('calls', hours)}
      table={({ keys }) =>
        keys.length === 0 ? (
          <p>{said.none}</p>
        ) : (
          <Table
            caption={said.title}
            rows={keys}
            keyOf={({ integration }) => integration}
            columns={[
              { key: 'key', title: said.key, cell: ({ integration, name }) => link(integration, name) },
              { key: 'calls', title: said.calls, numeric: true, cell: ({ calls }) => number(calls) },
              { key: 'refused', title: said.refused, numeric: true, cell: ({ refused }) => number(refused) },
              { key: 'limited', title: said.limited, numeric: true, cell: ({ limited }) => number(limited) },
              { key: 'peak', title: said.peak, numeric: true, cell: ({ peakMinute }) => number(peakMinute) },
            ]}
          />
        )
      }
    >
      {({ keys, changes }) => (
        <>
          <TileFigure of={said.calls.toLowerCase()}>
            {number(keys.reduce((sum, { calls }) => sum + calls, 0))}
          </TileFigure>
          <TileRows
            of={[
              ...keys
                .slice(0, ROWS_IN_TILE)
                .map(({ integration, name, calls }) => ({ label: link(integration, name), value: number(calls) })),
              ...changes.map(({ by, count }) => ({
                label: `${said.changes} ${said.by[by] ?? by}`,
                value: number(count),
              })),
            ]}
          />
        </>
      )}
    </Tile>
  );
}
