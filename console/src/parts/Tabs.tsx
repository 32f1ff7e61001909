/** Tabs with addresses of their own: links, with the current one marked. */
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { consoleAddress, Link } from './Link.tsx';
import styles from './Tabs.module.css';

export interface TabLink {
  readonly to: string;
  readonly label: ReactNode;
  /** True if addresses below this one belong to the tab, too. */
  readonly within?: boolean;
  /** Marks the current tab explicitly, for tabs that differ only by query. */
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

/** Scrolls the tab bar to a tab. The page itself does not scroll. */
function intoSight(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (bar) bar.scrollLeft = tab.offsetLeft + tab.offsetWidth - bar.offsetLeft - bar.clientWidth;
}

/** True if the path belongs to the tab, with or without the `/console` prefix. */
function isHere({ to, within }: TabLink, path: string): boolean {
  const plain = to.split(/[?#]/)[0]!.toLowerCase();
  const here = path.replace(/\/$/, '').toLowerCase();
  return [plain, consoleAddress(plain).toLowerCase()].some(
    (one) => here === one || (within === true && here.startsWith(`${one}/`)),
  );
}
