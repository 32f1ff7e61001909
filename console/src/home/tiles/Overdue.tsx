/** What is late, and by how much. */
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/home.ts';
import { useMaintenance } from '../asking.ts';
import type { Age } from '../figures.ts';
import { useFormat } from '../format.ts';
import { late, unfinished, workOrders } from '../links.ts';
import { Big, Counted, Lines, Tile } from '../Tile.tsx';
import type { Window } from '../window.ts';

const said = words.overdue;

export function Overdue({ window }: { readonly window: Window }) {
  const account = useAccount();
  const { number, share } = useFormat();
  const label = ({ moreThanDays, lessThanDays }: Age) => said.age(moreThanDays, lessThanDays);
  const to = (age: Age) => workOrders(account, window, [...unfinished, ...late(age)]);
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useMaintenance('overdue', window)}
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
              cell: (age) => <Counted to={to(age)}>{number(age.count)}</Counted>,
            },
          ]}
        />
      )}
    >
      {(figure) => (
        <>
          <Big to={workOrders(account, window, [...unfinished, ...late()])} of={said.of(share(figure.share))}>
            {number(figure.total)}
          </Big>
          <Lines of={figure.ages.map((age) => ({ label: label(age), value: number(age.count), to: to(age) }))} />
        </>
      )}
    </Tile>
  );
}
