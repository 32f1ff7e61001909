/** Tile with the causes of failed deliveries and their webhooks. */
import { Link } from '../../parts/Link.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { connectionsWords } from '../../words/home.ts';
import { useConnectionsFigure } from '../asking.ts';
import type { FailuresFigure as Found } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { Tile, TileFigure, TileRows } from '../Tile.tsx';

const said = connectionsWords.failures;

export function FailuresTile({ hours }: { readonly hours: number }) {
  const account = useAccount();
  const { number } = useFigureFormat();
  const kindOf = (kind: string) => said.kinds[kind] ?? kind;
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useConnectionsFigure('failures', hours)}
      table={({ kinds }) =>
        kinds.length === 0 ? (
          <p>{said.none}</p>
        ) : (
          <Table
            caption={said.title}
            rows={kinds}
            keyOf={({ kind }) => kind}
            columns={[
              { key: 'kind', title: said.kind, cell: ({ kind }) => kindOf(kind) },
              { key: 'count', title: said.count, numeric: true, cell: ({ count }) => number(count) },
              {
                key: 'webhooks',
                title: said.webhooks,
                cell: ({ kind, webhooks }) => webhooks.map(webhookLink(account, kind)),
              },
            ]}
          />
        )
      }
    >
      {({ kinds }: Found) =>
        kinds.length === 0 ? (
          <TileFigure of={said.none}>0</TileFigure>
        ) : (
          <>
            <TileFigure>{number(kinds.reduce((sum, { count }) => sum + count, 0))}</TileFigure>
            <TileRows of={kinds.map(({ kind, count }) => ({ label: kindOf(kind), value: number(count) }))} />
          </>
        )
      }
    </Tile>
  );
}

function webhookLink(account: string, kind: string) {
  return ({ webhook, count }: { readonly webhook: number; readonly count: number }) => (
    <span key={webhook}>
      <Link to={`/${account}/Webhooks/${webhook}/Deliveries?state=failed&error=${kind}`}>#{webhook}</Link> ({count}){' '}
    </span>
  );
}
