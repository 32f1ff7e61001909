/** The navigation at the left; on narrow screens a sheet over the page. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { consoleAddress, Link } from '../parts/Link.tsx';
import { words } from '../words/shell.ts';
import { type NavItem, navAddress, visibleNavSections } from './areas.ts';
import { useMe } from './me.ts';
import styles from './Nav.module.css';

export function Nav({ isSheet, onChosen }: { readonly isSheet: boolean; readonly onChosen: () => void }) {
  const me = useMe();
  const nav = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is opened or another entry is the current one.
  useEffect(() => {
    const entry = nav.current!.querySelector('[aria-current]');
    if (entry) bringIntoView(entry, nav.current!.parentElement!);
  }, [here, isSheet]);
  return (
    <nav ref={nav} className={styles.nav} aria-label={words.navigation}>
      {visibleNavSections(me).map(({ title = '', places }) => (
        <div key={title}>
          {title !== '' && <h2>{title}</h2>}
          <ul>
            {places.map((place) => (
              <li key={place.path}>
                <Entry place={place} account={me.account.id} here={here} onChosen={onChosen} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** By its scroll position: scrollIntoView would also have Tab begin there, and the beginning of a page that is loaded be left out. */
function bringIntoView(entry: Element, side: Element): void {
  const around = Number.parseFloat(getComputedStyle(entry).scrollMarginTop);
  const { top, bottom } = entry.getBoundingClientRect();
  const seen = side.getBoundingClientRect();
  side.scrollTop += Math.min(0, top - around - seen.top) + Math.max(0, bottom + around - seen.bottom);
}

function Entry({
  place: { path, label, icon, Count },
  account,
  here,
  onChosen,
}: {
  readonly place: NavItem;
  readonly account: string;
  readonly here: string;
  readonly onChosen: () => void;
}) {
  const to = navAddress(account, path);
  return (
    <Link
      to={to}
      className={styles.entry ?? ''}
      aria-current={isWithin(to.split('?')[0]!, path, here) ? 'page' : undefined}
      onClick={onChosen}
    >
      <span className={styles.icon}>{icon && <Icon name={icon} />}</span>
      <span className={styles.label}>{label}</span>
      {Count && <Count account={account} />}
    </Link>
  );
}

/** A record is in the list of its type; Home is itself alone. */
function isWithin(to: string, path: string, here: string): boolean {
  const place = here.replace(/\/$/, '').toLowerCase();
  return [to, consoleAddress(to)]
    .map((one) => one.toLowerCase())
    .some((one) => place === one || (path !== '' && place.startsWith(`${one}/`)));
}
