/** Assets that do not do what they should. */
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { DowntimeFigure as Assets } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { downAssetsLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import { useRecordTitles } from '../titles.ts';
import type { FigureWindow } from '../window.ts';

const said = words.down;

export function DowntimeTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, share } = useFigureFormat();
  const query = useMaintenanceFigure('down', window);
  const titleOf = useRecordTitles('Assets', query.data?.assets.map(({ AssetID }) => AssetID) ?? []);
  const to = (figure: Assets, base?: 'Down' | 'Degraded', criticality?: string | null) =>
    downAssetsLink(account, window.LocationID, figure.statuses, base, criticality);
  const unavailable = ({ unavailability }: Assets) => ({
    label: said.unavailable,
    value: unavailability === null ? said.notCovered : share(unavailability.share, 1),
  });
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={query}
      table={(figure) =>
        figure.assets.length === 0 ? (
          <p>{said.none}</p>
        ) : (
          <Table
            caption={said.title}
            rows={figure.assets}
            keyOf={({ AssetID }) => AssetID}
            columns={[
              {
                key: 'asset',
                title: said.asset,
                cell: ({ AssetID }) => <CountLink to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</CountLink>,
              },
              { key: 'base', title: 'Status', cell: ({ base }) => base },
              {
                key: 'criticality',
                title: said.criticality,
                cell: ({ criticality }) => criticality ?? said.noCriticality,
              },
              {
                key: 'since',
                title: said.since,
                cell: ({ since }) => (since === null ? said.before : <RelativeTime at={since} />),
              },
            ]}
          />
        )
      }
    >
      {(figure) =>
        figure.total === 0 ? (
          <>
            <TileFigure of={said.none}>0</TileFigure>
            <TileRows of={[unavailable(figure)]} />
          </>
        ) : (
          <>
            <TileFigure
              to={to(figure)}
              of={`${number(figure.down)} ${said.down.toLowerCase()}, ${number(figure.degraded)} ${said.degraded.toLowerCase()}`}
            >
              {number(figure.total)}
            </TileFigure>
            <TileRows
              of={[
                ...criticalities(figure).map((criticality) => ({
                  label: criticality ?? said.noCriticality,
                  value: figure.byCriticality
                    .filter((one) => one.criticality === criticality)
                    .map(({ base, count }, n) => (
                      <span key={base}>
                        {n > 0 && ', '}
                        <CountLink to={to(figure, base, criticality)}>{number(count)}</CountLink> {base.toLowerCase()}
                      </span>
                    )),
                })),
                unavailable(figure),
              ]}
            />
          </>
        )
      }
    </Tile>
  );
}

/** The most critical first, as they come. */
function criticalities({ byCriticality }: Assets): (string | null)[] {
  return [...new Set(byCriticality.map(({ criticality }) => criticality))];
}
