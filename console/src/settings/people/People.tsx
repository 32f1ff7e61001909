/** Everybody who can sign in, what they may do, and what an admin does for them. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { More } from '../../parts/More.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Unread } from '../../parts/Unread.tsx';
import { Guard } from '../../shell/Forbidden.tsx';
import { useAccount, useMe } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import styles from '../settings.module.css';
import { Invite } from './Invite.tsx';
import { type Handed, LinkOnce } from './LinkOnce.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { linksQuery, peopleQuery } from './person.ts';

export function People() {
  const { companySettings } = useMe();
  return (
    <Guard allowed={companySettings} needs={words.needs}>
      <PeoplePage />
    </Guard>
  );
}

function PeoplePage() {
  const account = useAccount();
  const { may } = useMe();
  const [search, setSearch] = useState('');
  const [inviting, setInviting] = useState(false);
  const [handed, setHanded] = useState<Handed>();
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
      <Unread of={people} />
      {rows?.length === 0 && (
        <Empty
          title={words.noneMatch}
          icon="person"
          actions={<Button onClick={() => setSearch('')}>{words.showAll}</Button>}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <PeopleTable people={rows} links={links} dimmed={people.isPlaceholderData} onLink={setHanded} />
      )}
      <div className={styles.more}>
        <More of={people} label={words.more} />
      </div>
      <Invite open={inviting} onClose={() => setInviting(false)} onInvited={setHanded} />
      <LinkOnce handed={handed} onClose={() => setHanded(undefined)} />
    </>
  );
}
