/** The page at the address of a type: its list, or the board. Of the two, the one that is shown is loaded. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { consoleAddress } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { listAddress, openingOf } from './address.ts';
import { RecordTypeGuard } from './OfType.tsx';

const ListPage = lazyComponent(() => import('./list/ListPage.tsx'), 'ListPage', <Skeleton />);
const BoardPage = lazyComponent(() => import('./board/BoardPage.tsx'), 'BoardPage', <Skeleton />);

const viewIn = (search: string) => new URLSearchParams(search).get('ui.view');

export function ListOrBoard() {
  const at = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const [path = '', search = ''] = at.split(/\?(.*)/s);
  return (
    <RecordTypeGuard>
      {(account, type) => {
        if (viewIn(search) === 'board' && type.name === 'WorkOrders')
          return <BoardPage account={account} type={type} />;
        const opening = openingOf(type.name);
        // Whoever goes on to another page is there in the address before this one is left.
        const isHere = path.toLowerCase().endsWith(listAddress(account, type.name, '').toLowerCase());
        if (isHere && opening !== '' && isBare(search)) {
          return <Opening at={listAddress(account, type.name, search === '' ? opening : `${opening}&${search}`)} />;
        }
        return <ListPage key={type.name} account={account} type={type} />;
      }}
    </RecordTypeGuard>
  );
}

/** Whether it asks for nothing but how it is shown. */
function isBare(search: string): boolean {
  return Array.from(new URLSearchParams(search).keys()).every((name) => name.startsWith('ui.'));
}

/** The address says what is asked for, so a list without a query goes on to the one it opens with. */
function Opening({ at }: { readonly at: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(consoleAddress(at)), [history, at]);
  return <Skeleton />;
}

/** Where most people go. */
ListOrBoard.ahead = ListPage.load;

/** The router calls it before the page is shown, and where somebody is about to come here. */
ListOrBoard.preload = async (): Promise<void> => {
  await (viewIn(location.search) === 'board' ? BoardPage : ListPage).preload();
};
