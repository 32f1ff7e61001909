/** Everybody who can sign in, what they may do, and what an admin does for them. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { EmptyState } from '../../parts/Empty.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { LoadMore } from '../../parts/More.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { AccessGuard } from '../../shell/Forbidden.tsx';
import { useAccount, useMe } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import styles from '../settings.module.css';
import { InviteDialog } from './Invite.tsx';
import { type IssuedLink, OneTimeLinkDialog } from './LinkOnce.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { linksQuery, peopleQuery } from './person.ts';

export function People() {
  const { companySettings } = useMe();
  return (
    <AccessGuard allowed={companySettings} needs={words.needs}>
      <PeoplePage />
    </AccessGuard>
  );
}

function PeoplePage() {
  const account = useAccount();
  const { may } = useMe();
  const [search, setSearch] = useState('');
  const [inviting, setInviting] = useState(false);
  const [handed, setHanded] = useState<IssuedLink>();
  const people = useInfiniteQuery({
    ...peopleQuery(account, useDeferredValue(search.trim())),
    placeholderData: (before) => before,
  });
  const { data: links = [] } = useQuery(linksQuery(account));
  const rows = people.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <PageHeader
        title={words.people}
        actions={
          <Button
            look="primary"
            icon="plus"
            why={may.people ? undefined : words.onlyAdmin}
            onClick={() => setInviting(true)}
          >
            {words.invite}
          </Button>
        }
      >
        {words.peopleText}
      </PageHeader>
      <div className={styles.bar}>
        <TextInput label={words.findPerson} type="search" data-filter="" value={search} onValue={setSearch} />
      </div>
      <QueryPlaceholder of={people} />
      {rows?.length === 0 && (
        <EmptyState
          title={words.noneMatch}
          icon="person"
          actions={<Button onClick={() => setSearch('')}>{words.showAll}</Button>}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <PeopleTable people={rows} links={links} dimmed={people.isPlaceholderData} onLink={setHanded} />
      )}
      <div className={styles.more}>
        <LoadMore of={people} label={words.more} />
      </div>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} onInvited={setHanded} />
      <OneTimeLinkDialog handed={handed} onClose={() => setHanded(undefined)} />
    </>
  );
}
