/** The page at the address of a type: its list, or the board. */
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../parts/Skeleton.tsx';
import { ListPage } from './list/ListPage.tsx';
import { OfType } from './OfType.tsx';

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
