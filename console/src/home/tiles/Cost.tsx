/** What completed work cost, and which assets took most of it. */
import { Shares } from '../../parts/Shares.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import type { Cost as Sums } from '../figures.ts';
import { useFormat } from '../format.ts';
import { type Condition, within, workOrders } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import { useTitles } from '../titles.ts';
import type { Window } from '../window.ts';

const said = words.cost;
/** In the tile itself; the table has all ten. */
const FIRST = 3;

export function Cost({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number, money } = useFormat();
  const query = useMaintenance('cost', window);
  const titleOf = useTitles('Assets', query.data?.worstAssets.map(({ AssetID }) => AssetID) ?? []);
  const to = (figure: { from: string; to: string }, ...more: Condition[]) =>
    workOrders(account, window, [...within('CompletedOn', figure.from, figure.to), ...more]);
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
                cell: ({ AssetID }) => <Counted to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</Counted>,
              },
              {
                key: 'reactive',
                title: said.reactive,
                numeric: true,
                cell: ({ AssetID, reactive }) => <Counted to={asset(figure, AssetID)}>{number(reactive)}</Counted>,
              },
              { key: 'cost', title: said.cost, numeric: true, cell: ({ cost }) => money(cost) },
            ]}
          />
        )
      }
    >
      {(figure) => (
        <>
          <Big>{money(figure.total)}</Big>
          <Shares of={partsOf(figure).map(({ label, value, colour }) => ({ key: label, value, colour }))} />
          <Lines
            of={[
              ...partsOf(figure).map(({ label, value, colour }) => ({ label, value: money(value), colour })),
              {
                label: `${said.completed[0]!.toUpperCase()}${said.completed.slice(1)}`,
                value: number(figure.completed),
                to: to(figure),
              },
              ...figure.worstAssets.slice(0, FIRST).map(({ AssetID, reactive }) => ({
                label: <Counted to={`/${account}/Assets/${AssetID}`}>{titleOf(AssetID)}</Counted>,
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
