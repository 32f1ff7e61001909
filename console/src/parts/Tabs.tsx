/** Parts of a page that have addresses of their own: links, the present one marked. */
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf, Link } from './Link.tsx';
import styles from './Tabs.module.css';

export interface Tab {
  readonly to: string;
  readonly label: ReactNode;
  /** Said where tabs differ by their query alone. */
  readonly current?: boolean;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={(tab.current ?? isHere(tab.to, path)) ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

/** With or without the part before every address. */
function isHere(to: string, path: string): boolean {
  const plain = to.split(/[?#]/)[0]!.toLowerCase();
  const here = path.replace(/\/$/, '').toLowerCase();
  return here === plain || here === addressOf(plain);
}
