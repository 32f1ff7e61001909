/** The page at the address of a type: its list, or the board. Of the two, the one that is shown is loaded. */
import { useLocation } from '@tanstack/react-router';
import { later } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { OfType } from './OfType.tsx';

const ListPage = later(() => import('./list/ListPage.tsx'), 'ListPage', <Skeleton />);
const BoardPage = later(() => import('./board/BoardPage.tsx'), 'BoardPage', <Skeleton />);

const viewIn = (search: string) => new URLSearchParams(search).get('ui.view');

export function ListOrBoard() {
  const view = useLocation({ select: ({ searchStr }) => viewIn(searchStr) });
  return (
    <OfType>
      {(account, type) =>
        view === 'board' && type.name === 'WorkOrders' ? (
          <BoardPage account={account} type={type} />
        ) : (
          <ListPage key={type.name} account={account} type={type} />
        )
      }
    </OfType>
  );
}

/** Where most people go. */
ListOrBoard.ahead = ListPage.load;

/** The router calls it before the page is shown, and where somebody is about to come here. */
ListOrBoard.preload = async (): Promise<void> => {
  await (viewIn(location.search) === 'board' ? BoardPage : ListPage).preload();
};
