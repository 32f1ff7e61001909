/** The page at the address of a type: its list, or the board. Of the two, the one that is shown is loaded. */
import { useLocation } from '@tanstack/react-router';
import { later } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { OfType } from './OfType.tsx';

const loadList = () => import('./list/ListPage.tsx');
const loadBoard = () => import('./board/BoardPage.tsx');
const ListPage = later(loadList, 'ListPage', <Skeleton />);
const BoardPage = later(loadBoard, 'BoardPage', <Skeleton />);

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

/** The router calls it before the page is shown, and where somebody is about to come here. */
ListOrBoard.preload = async (): Promise<void> => {
  await (viewIn(location.search) === 'board' ? loadBoard() : loadList());
};
