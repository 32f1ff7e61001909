/** Parts of a page that have addresses of their own: links, the present one marked. */
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { consoleAddress, Link } from './Link.tsx';
import styles from './Tabs.module.css';

export interface TabLink {
  readonly to: string;
  readonly label: ReactNode;
  /** What is below its address belongs to it, too. */
  readonly within?: boolean;
  /** Said where tabs differ by their query alone. */
  readonly current?: boolean;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => {
        const isCurrent = tab.current ?? isHere(tab, path);
        return (
          <Link
            key={tab.to}
            to={tab.to}
            ref={isCurrent ? intoSight : null}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {tab.label}
          </Link>
        );
      })}
    </nav>
  );
}

/** Where there is no room for all of them. The page itself stays where it is. */
function intoSight(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (bar) bar.scrollLeft = tab.offsetLeft + tab.offsetWidth - bar.offsetLeft - bar.clientWidth;
}

/** With or without the part before every address. */
function isHere({ to, within }: TabLink, path: string): boolean {
  const plain = to.split(/[?#]/)[0]!.toLowerCase();
  const here = path.replace(/\/$/, '').toLowerCase();
  return [plain, consoleAddress(plain).toLowerCase()].some(
    (one) => here === one || (within === true && here.startsWith(`${one}/`)),
  );
}
