/** Tile with overdue work orders by delay. */
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenanceFigure } from '../asking.ts';
import type { OverdueAge } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { late, unfinishedConditions, workOrdersLink } from '../links.ts';
import { CountLink, Tile, TileFigure, TileRows } from '../Tile.tsx';
import type { FigureWindow } from '../window.ts';

const said = words.overdue;

export function OverdueTile({ window }: { readonly window: FigureWindow }) {
  const account = useAccount();
  const { number, share } = useFigureFormat();
  const label = ({ moreThanDays, lessThanDays }: OverdueAge) => said.age(moreThanDays, lessThanDays);
  const to = (age: OverdueAge) => workOrdersLink(account, window, [...unfinishedConditions, ...late(age)]);
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenanceFigure('overdue', window)}
      table={({ ages }) => (
        <Table
          caption={said.title}
          rows={ages}
          keyOf={({ moreThanDays }) => moreThanDays}
          columns={[
            { key: 'age', title: said.late, cell: label },
            {
              key: 'count',
              title: words.unfinished.of,
              numeric: true,
              cell: (age) => <CountLink to={to(age)}>{number(age.count)}</CountLink>,
            },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <TileFigure
            to={workOrdersLink(account, window, [...unfinishedConditions, ...late()])}
            of={said.of(share(figure.share))}
          >
            {number(figure.total)}
          </TileFigure>
          <TileRows of={figure.ages.map((age) => ({ label: label(age), value: number(age.count), to: to(age) }))} />
        </>
      )}
    </Tile>
  );
}
