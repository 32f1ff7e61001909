/** Page of a record with its tabs, or of a new record. All code of the shown page loads at once. */
import { useParams } from '@tanstack/react-router';
import { lazyComponent } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { NotFound } from '../shell/NotFound.tsx';
import { RecordTypeGuard } from './OfType.tsx';
import { getTypeExtension } from './record/of-type.tsx';

const RecordPage = lazyComponent(() => import('./record/RecordPage.tsx'), 'RecordPage', <Skeleton rows={8} />);
export const RecordFieldsTab = lazyComponent(
  () => import('./record/RecordFieldsTab.tsx'),
  'RecordFieldsTab',
  <Skeleton rows={8} />,
);
const NewRecordPage = lazyComponent(() => import('./record/NewPage.tsx'), 'NewRecordPage', <Skeleton rows={8} />);

export function RecordOrNew() {
  const { id = '', tab = '' } = useParams({ strict: false }) as { id?: string; tab?: string };
  return (
    <RecordTypeGuard>
      {(account, type) => {
        if (id === 'new' && tab === '') return <NewRecordPage key={type.name} account={account} type={type} />;
        const known = [...TABS, ...Object.keys(getTypeExtension(type.name).tabs)].find(
          (name) => name.toLowerCase() === tab.toLowerCase(),
        );
        if (!/^[1-9]\d{0,15}$/.test(id) || known === undefined) return <NotFound />;
        return <RecordPage key={`${type.name} ${id}`} account={account} type={type} id={Number(id)} tab={known} />;
      }}
    </RecordTypeGuard>
  );
}
const TABS = ['', 'History', 'Related', 'Sent', 'Json'];

/** Components to preload: most users go from a list to a record. */
RecordOrNew.ahead = () => Promise.all([RecordPage.load(), RecordFieldsTab.load()]);

/** Called by the router before the page is shown, and when the user is likely to open it. */
RecordOrNew.preload = async (): Promise<void> => {
  const { pathname } = location;
  if (/\/new\/?$/.test(pathname)) return NewRecordPage.preload();
  await Promise.all([RecordPage.preload(), /\/\d+\/\w+$/.test(pathname) || RecordFieldsTab.preload()]);
};
