/** People, a row each, with what can be done for them. */
import { useState } from 'react';
import { Chip } from '../../parts/Chip.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { StateLabel } from '../../parts/State.tsx';
import { Table } from '../../parts/Table.tsx';
import { sentenceCase } from '../../records/labels.ts';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import styles from '../settings.module.css';
import { DisablePersonDialog } from './Disable.tsx';
import type { IssuedLink } from './LinkOnce.tsx';
import { PersonActions } from './PersonActions.tsx';
import { type OpenLink, type Person, personName } from './person.ts';
import { RoleDialog } from './Rights.tsx';

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly links: readonly OpenLink[];
  readonly dimmed: boolean;
  readonly onLink: (handed: IssuedLink) => void;
}

export function PeopleTable({ people, links, dimmed, onLink }: PeopleTableProps) {
  const me = useMe();
  const [changing, setChanging] = useState<Person>();
  const [disabling, setDisabling] = useState<Person>();
  return (
    <>
      <Table
        caption={words.people}
        dimmed={dimmed}
        rows={people}
        keyOf={({ ID }) => ID}
        columns={[
          {
            key: 'person',
            title: words.columns.person,
            cell: (person) => (
              <span className={styles.person}>
                {personName(person)} {person.ID === me.person.id && <Chip tone="info">{words.you}</Chip>}
                {personName(person) !== person.Email && <span className={styles.email}>{person.Email}</span>}
              </span>
            ),
          },
          { key: 'role', title: words.columns.role, cell: ({ Role }) => sentenceCase(Role) },
          {
            key: 'settings',
            title: words.columns.settings,
            cell: ({ Role, CompanySettings }) => (Role === 'Admin' ? words.always : CompanySettings && words.yes),
          },
          {
            key: 'state',
            title: words.columns.state,
            cell: (person) => <StateOf person={person} link={links.find(({ userID }) => userID === person.ID)} />,
          },
          { key: 'seen', title: words.columns.seen, cell: ({ LastLoginOn }) => <RelativeTime at={LastLoginOn} /> },
          {
            key: 'actions',
            title: <span className="unseen">{words.columns.actions}</span>,
            cell: (person) => (
              <PersonActions
                person={person}
                hasLink={links.some(({ userID }) => userID === person.ID)}
                onLink={onLink}
                onRights={() => setChanging(person)}
                onDisable={() => setDisabling(person)}
              />
            ),
          },
        ]}
      />
      {changing && <RoleDialog person={changing} onClose={() => setChanging(undefined)} />}
      {disabling && <DisablePersonDialog person={disabling} onClose={() => setDisabling(undefined)} />}
    </>
  );
}

/** Of who was invited: since when, and whether there is a link that still works. */
function StateOf({ person, link }: { readonly person: Person; readonly link: OpenLink | undefined }) {
  if (person.Status !== 'Invited') return <StateLabel of={person.Status} />;
  return (
    <span>
      <StateLabel of="Invited" />
      <span className={styles.meta}>
        {' '}
        <RelativeTime at={link?.createdOn ?? person.CreatedOn} />,{' '}
        {link === undefined ? (
          words.noLink
        ) : (
          <>
            {words.linkOpen} <RelativeTime at={link.expiresOn} />
          </>
        )}
      </span>
    </span>
  );
}
