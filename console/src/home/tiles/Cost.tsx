/** Tile with the cost of completed work and the most expensive assets. */
import { StackedBar } from '../../parts/Shares.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { CostFigure as Sums } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { betweenConditions, type LinkCondition, workOrdersLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import { useRecordTitles } from '../titles.ts';
import type { FigureWindow } from '../window.ts';

const said = words.cost;
/** Number of assets in the tile. The table contains all ten. */
const ASSETS_IN_TILE = 3;

export function CostTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, money } = useFigureFormat();
  const query = useMaintenanceFigure('cost', window);
  const titleOf = useRecordTitles('Assets', query.data?.worstAssets.map(({ AssetID }) => AssetID) ?? []);
  const to = (figure: { from: string; to: string }, ...more: LinkCondition[]) =>
    workOrdersLink(account, window, [...betweenConditions('CompletedOn', figure.from, figure.to), ...more]);
  const partsOf = (figure: Sums) => [
    { label: said.labour, value: figure.labour, colour: 1 as const },
    { label: said.parts, value: figure.parts, colour: 2 as const },
    { label: said.other, value: figure.other, colour: 5 as const },
  ];
  const asset = (figure: { from: string; to: string }, id: number) =>
    to(figure, ['AssetID', String(id)], ['Type', 'Reactive']);
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={query}
      table={(figure) =>
        figure.worstAssets.length === 0 ? (
          <p>{said.noAssets}</p>
        ) : (
          <Table
            caption={said.title}
            rows={figure.worstAssets}
            keyOf={({ AssetID }) => AssetID}
            columns={[
              {
                key: 'asset',
                title: said.asset,
                cell: ({ AssetID }) => <CountLink to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</CountLink>,
              },
              {
                key: 'reactive',
                title: said.reactive,
                numeric: true,
                cell: ({ AssetID, reactive }) => <CountLink to={asset(figure, AssetID)}>{number(reactive)}</CountLink>,
              },
              { key: 'cost', title: said.cost, numeric: true, cell: ({ cost }) => money(cost) },
            ]}
          />
        )
      }
    >
      {(figure) => (
        <>
          <TileFigure>{money(figure.total)}</TileFigure>
          <StackedBar of={partsOf(figure).map(({ label, value, colour }) => ({ key: label, value, colour }))} />
          <TileRows
            of={[
              ...partsOf(figure).map(({ label, value, colour }) => ({ label, value: money(value), colour })),
              {
                label: `${said.completed[0]!.toUpperCase()}${said.completed.slice(1)}`,
                value: number(figure.completed),
                to: to(figure),
              },
              ...figure.worstAssets.slice(0, ASSETS_IN_TILE).map(({ AssetID, reactive }) => ({
                label: <CountLink to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</CountLink>,
                value: `${number(reactive)} ${said.reactive.toLowerCase()}`,
                to: asset(figure, AssetID),
              })),
            ]}
          />
        </>
      )}
    </Tile>
  );
}
