/** What somebody should look at now. */
import type { ReactNode } from 'react';
import { Link } from '../../parts/Link.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { useAccount } from '../../shell/me.ts';
import { connectionsWords } from '../../words/home.ts';
import { useConnectionsFigure } from '../asking.ts';
import type { AttentionFigure as Found, NamedKey, NamedWebhook } from '../figures.ts';
import { useFigureFormat } from '../format.ts';
import { Tile, TileDetails, TileFigure } from '../Tile.tsx';

const said = connectionsWords.attention;

interface Row {
  readonly key: string;
  readonly what: ReactNode;
  readonly why: ReactNode;
}

export function AttentionTile({ hours }: { readonly hours: number }) {
  const account = useAccount();
  const { number } = useFigureFormat();
  const webhook = ({ webhook: id, name }: NamedWebhook) => (
    <Link to={`/${account}/Webhooks/${id}`}>{name ?? said.webhook(id)}</Link>
  );
  const key = ({ integration, name }: NamedKey) => <Link to={`/${account}/Integrations/${integration}`}>{name}</Link>;
  const rowsOf = ({ off, failing, late, graceEnds, unused }: Found): Row[] => [
    ...off.map((one) => ({ key: `off ${one.webhook}`, what: webhook(one), why: said.off(one.why) })),
    ...failing.map((one) => ({
      key: `failing ${one.webhook}`,
      what: webhook(one),
      why: said.failing(one.failuresInARow),
    })),
    ...late.map((one) => ({
      key: `late ${one.webhook}`,
      what: webhook(one),
      why: (
        <>
          {said.late(one.waiting)} <RelativeTime at={one.oldestWaitingOn} />
        </>
      ),
    })),
    ...graceEnds.map((one) => ({
      key: `grace ${one.integration}`,
      what: key(one),
      why: (
        <>
          {said.graceEnds} <RelativeTime at={one.validUntil} />
        </>
      ),
    })),
    ...unused.map((one) => ({
      key: `unused ${one.integration}`,
      what: key(one),
      why: (
        <>
          {said.unused} <RelativeTime at={one.lastUsedOn} />
        </>
      ),
    })),
  ];
  return (
    <Tile
      title={said.title}
      formula={said.formula}
      query={useConnectionsFigure('attention', hours)}
      table={(figure) =>
        rowsOf(figure).length === 0 ? (
          <p>{said.none}</p>
        ) : (
          <Table
            caption={said.title}
            rows={rowsOf(figure)}
            keyOf={(row) => row.key}
            columns={[
              { key: 'what', title: 'What', cell: ({ what }) => what },
              { key: 'why', title: 'Why', cell: ({ why }) => why },
            ]}
          />
        )
      }
    >
      {(figure) => {
        const rows = rowsOf(figure);
        if (rows.length === 0) return <TileFigure of={said.none}>0</TileFigure>;
        return (
          <>
            <TileFigure>{number(rows.length)}</TileFigure>
            <TileDetails of={rows.slice(0, 8)} />
          </>
        );
      }}
    </Tile>
  );
}
