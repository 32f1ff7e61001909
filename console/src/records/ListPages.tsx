/** Page of a record type: its list or its board. Only the one that is shown is loaded. */
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
        // During navigation, the address already belongs to the next page while this page is still mounted.
        const isHere = path.toLowerCase().endsWith(listAddress(account, type.name, '').toLowerCase());
        if (isHere && opening !== '' && isBare(search)) {
          return <Opening at={listAddress(account, type.name, search === '' ? opening : `${opening}&${search}`)} />;
        }
        return <ListPage key={type.name} account={account} type={type} />;
      }}
    </RecordTypeGuard>
  );
}

/** True if the query contains only display parameters. */
function isBare(search: string): boolean {
  return Array.from(new URLSearchParams(search).keys()).every((name) => name.startsWith('ui.'));
}

/** Redirects a list without a query to its opening query, so that the address always contains the full query. */
function Opening({ at }: { readonly at: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(consoleAddress(at)), [history, at]);
  return <Skeleton />;
}

/** Component to preload: most users open the list. */
ListOrBoard.ahead = ListPage.load;

/** Called by the router before the page is shown, and when the user is likely to open it. */
ListOrBoard.preload = async (): Promise<void> => {
  await (viewIn(location.search) === 'board' ? BoardPage : ListPage).preload();
};
