/** The page that an address of records names: the type is found in the catalogue, and whoever may not read it is told so. */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Problem } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Forbidden } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { NotFound } from '../shell/NotFound.tsx';
import { words } from '../words/records.ts';
import { catalogueQuery, findType } from './data/catalogue.ts';
import type { TypeDescription } from './description.ts';
import { ListPage } from './list/ListPage.tsx';
import { NewPage } from './record/NewPage.tsx';
import { whatHas } from './record/of-type.ts';
import { RecordPage } from './record/RecordPage.tsx';

const BoardPage = lazy(() =>
  import('./board/BoardPage.tsx').then(({ BoardPage: component }) => ({ default: component })),
);

export function ListOrBoard() {
  const view = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('ui.view') });
  return (
    <OfType>
      {(account, type) =>
        view === 'board' && type.name === 'WorkOrders' ? (
          <Suspense fallback={<Skeleton />}>
            <BoardPage account={account} type={type} />
          </Suspense>
        ) : (
          <ListPage key={type.name} account={account} type={type} />
        )
      }
    </OfType>
  );
}

export function RecordOrNew() {
  const { id = '', tab = '' } = useParams({ strict: false }) as { id?: string; tab?: string };
  return (
    <OfType>
      {(account, type) => {
        if (id === 'new' && tab === '') return <NewPage key={type.name} account={account} type={type} />;
        const known = [...TABS, ...Object.keys(whatHas(type.name).tabs)].find(
          (name) => name.toLowerCase() === tab.toLowerCase(),
        );
        if (!/^[1-9]\d{0,15}$/.test(id) || known === undefined) return <NotFound />;
        return <RecordPage key={`${type.name} ${id}`} account={account} type={type} id={Number(id)} tab={known} />;
      }}
    </OfType>
  );
}
const TABS = ['', 'History', 'Related', 'Sent', 'Json'];

function OfType({ children }: { readonly children: (account: string, type: TypeDescription) => ReactNode }) {
  const { type: name = '' } = useParams({ strict: false }) as { type?: string };
  const me = useMe();
  const found = useQuery(catalogueQuery(me.account.id));
  if (found.error) return <Problem problem={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton />;
  const type = findType(found.data, name);
  if (type !== undefined) return children(me.account.id, type);
  const isType = Object.keys(me.permissions).some((one) => one.toLowerCase() === name.toLowerCase());
  return isType ? <Forbidden needs={words.mayNotRead(name)} /> : <NotFound />;
}
