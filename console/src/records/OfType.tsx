/** Finds the record type of an address in the catalogue, and shows a message if the user may not read it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { Forbidden } from '../shell/Forbidden.tsx';
import { useRecordChanges } from '../shell/live/heard.ts';
import { useMe } from '../shell/me.ts';
import { NotFound } from '../shell/NotFound.tsx';
import { words } from '../words/shell.ts';
import { catalogueQuery, findType } from './data/catalogue.ts';
import { getNameStore } from './data/names.ts';
import type { TypeDescription } from './description.ts';

export function RecordTypeGuard({
  children,
}: {
  readonly children: (account: string, type: TypeDescription) => ReactNode;
}) {
  const { type: name = '' } = useParams({ strict: false }) as { type?: string };
  const me = useMe();
  const found = useQuery(catalogueQuery(me.account.id));
  useRecordChanges((change) => getNameStore(me.account.id).forget(change.type, change.id));
  if (found.data === undefined) return <QueryPlaceholder of={found} />;
  const type = findType(found.data, name);
  if (type !== undefined) return children(me.account.id, type);
  const isType = Object.keys(me.permissions).some((one) => one.toLowerCase() === name.toLowerCase());
  return isType ? <Forbidden needs={words.mayNotRead(name)} /> : <NotFound />;
}
