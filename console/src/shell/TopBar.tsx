/** The bar above every page: where one is, finding anything, whether it is live, help, and oneself. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import { sessionQuery } from '../api/queries.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Kbd } from '../parts/Kbd.tsx';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { Menu, MenuItem } from '../parts/Menu.tsx';
import { toast } from '../parts/Toast.tsx';
import { sentenceCase } from '../records/labels.ts';
import { words } from '../words/shell.ts';
import { LiveIndicator } from './live/Live.tsx';
import { useMe } from './me.ts';
import { openSheet } from './open-sheet.ts';
import styles from './TopBar.module.css';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export interface TopBarProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

export function TopBar({ menuOpen, onMenu }: TopBarProps) {
  const me = useMe();
  return (
    <header className={styles.bar}>
      <div className={styles.menu}>
        <Button look="quiet" icon="menu" aria-label={words.menu} aria-expanded={menuOpen} onClick={onMenu} />
      </div>
      <Link to={`/${me.account.id}`} className={styles.mark ?? ''} aria-label={words.product}>
        <Logo />
      </Link>
      <Accounts />
      <button type="button" className={styles.find} onClick={() => openSheet('palette')}>
        <Icon name="search" />
        <span className={styles.findWord}>{words.search}</span>
        <Kbd keys={IS_MAC ? 'Cmd K' : 'Ctrl K'} />
      </button>
      <div className={styles.space} />
      <LiveIndicator />
      <Button look="quiet" icon="help" aria-label={words.help} onClick={() => openSheet('help')} />
      <Person />
    </header>
  );
}

export function Logo() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b5cad" />
      <path d="M9 23V9l7 8 7-8v14" fill="none" stroke="#fff" strokeWidth="3" />
    </svg>
  );
}

/** Whoever is in one account only sees its name. */
function Accounts() {
  const { account } = useMe();
  const { data: session } = useQuery(sessionQuery);
  const go = useNavigateTo();
  const others = session?.accounts.filter(({ id }) => id !== account.id) ?? [];
  if (others.length === 0) return <span className={styles.account}>{account.name}</span>;
  return (
    <Menu label={`${words.account}: ${account.name}`} shown={<span className={styles.account}>{account.name}</span>}>
      {others.map(({ id, name }) => (
        <MenuItem key={id} onChoose={() => go(`/${id}`)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Person() {
  const { person, role, account } = useMe();
  const go = useNavigateTo();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    if (busy) return;
    setBusy(true);
    const reply = await callApi('DELETE', '/Session', { open: true });
    setBusy(false);
    // Who is still in is not shown the way in.
    if (reply instanceof Problem && reply.status !== 401) return toast(`${words.stillIn} ${reply.detail}`);
    queries.clear();
    go('/signin');
  };
  return (
    <Menu
      label={`${words.me}: ${person.name}`}
      end
      shown={
        <>
          <Icon name="person" />
          <span className={styles.name}>{person.name}</span>
        </>
      }
    >
      <div className={styles.who}>
        <strong>{person.name}</strong>
        <span>{person.email}</span>
        <span>{sentenceCase(role)}</span>
      </div>
      <MenuItem onChoose={() => go(`/${account.id}/Me`)}>{words.me}</MenuItem>
      <MenuItem writes onChoose={() => void signOut()}>
        {words.signOut}
      </MenuItem>
    </Menu>
  );
}
