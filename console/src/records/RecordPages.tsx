/** The page at the address of a record, with its tabs, or of one that is to be made. */
import { useParams } from '@tanstack/react-router';
import { NotFound } from '../shell/NotFound.tsx';
import { OfType } from './OfType.tsx';
import { NewPage } from './record/NewPage.tsx';
import { whatHas } from './record/of-type.ts';
import { RecordPage } from './record/RecordPage.tsx';

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
