/** Assets that do not do what they should. */
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import type { Down as Assets } from '../figures.ts';
import { useFormat } from '../format.ts';
import { downAssets } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import { useTitles } from '../titles.ts';
import type { Window } from '../window.ts';

const said = words.down;

export function Down({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number, share } = useFormat();
  const query = useMaintenance('down', window);
  const titleOf = useTitles('Assets', query.data?.assets.map(({ AssetID }) => AssetID) ?? []);
  const to = (figure: Assets, base?: 'Down' | 'Degraded', criticality?: string | null) =>
    downAssets(account, window.LocationID, figure.statuses, base, criticality);
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
                cell: ({ AssetID }) => <Counted to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</Counted>,
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
            <Big of={said.none}>0</Big>
            <Lines of={[unavailable(figure)]} />
          </>
        ) : (
          <>
            <Big
              to={to(figure)}
              of={`${number(figure.down)} ${said.down.toLowerCase()}, ${number(figure.degraded)} ${said.degraded.toLowerCase()}`}
            >
              {number(figure.total)}
            </Big>
            <Lines
              of={[
                ...criticalities(figure).map((criticality) => ({
                  label: criticality ?? said.noCriticality,
                  value: figure.byCriticality
                    .filter((one) => one.criticality === criticality)
                    .map(({ base, count }, n) => (
                      <span key={base}>
                        {n > 0 && ', '}
                        <Counted to={to(figure, base, criticality)}>{number(count)}</Counted> {base.toLowerCase()}
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
