/** The page at the address of a record, with its tabs, or of one that is to be made: what is shown is loaded, all of it at once. */
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

/** Where most people go from a list. */
RecordOrNew.ahead = () => Promise.all([RecordPage.load(), RecordFieldsTab.load()]);

/** The router calls it before the page is shown, and where somebody is about to come here. */
RecordOrNew.preload = async (): Promise<void> => {
  const { pathname } = location;
  if (/\/new\/?$/.test(pathname)) return NewRecordPage.preload();
  await Promise.all([RecordPage.preload(), /\/\d+\/\w+$/.test(pathname) || RecordFieldsTab.preload()]);
};
