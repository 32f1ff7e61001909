/** Parts of a page that have addresses of their own: links, the present one marked. */
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { addressOf, Link } from './Link.tsx';
import styles from './Tabs.module.css';

export interface Tab {
  readonly to: string;
  readonly label: ReactNode;
  /** What is below its address belongs to it, too. */
  readonly within?: boolean;
  /** Said where tabs differ by their query alone. */
  readonly current?: boolean;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const bar = useRef<HTMLElement>(null);
  const here = tabs.find((tab) => tab.current ?? isHere(tab, path));
  const to = here?.to;
  // Where there is no room for all of them, the present one is in sight. The page itself stays where it is.
  useLayoutEffect(() => {
    const one = to === undefined ? null : bar.current!.querySelector('[aria-current]');
    if (one === null) return;
    const { right, left } = bar.current!.getBoundingClientRect();
    const { right: end, left: begin } = one.getBoundingClientRect();
    bar.current!.scrollLeft += Math.max(0, end - right) + Math.min(0, begin - left);
  }, [to]);
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === here ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

/** With or without the part before every address. */
function isHere({ to, within }: Tab, path: string): boolean {
  const plain = to.split(/[?#]/)[0]!.toLowerCase();
  const here = path.replace(/\/$/, '').toLowerCase();
  return [plain, addressOf(plain).toLowerCase()].some(
    (one) => here === one || (within === true && here.startsWith(`${one}/`)),
  );
}
