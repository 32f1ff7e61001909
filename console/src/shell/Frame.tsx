/** The frame: bar, navigation, what concerns the whole account, and the page. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useReachable } from '../api/reach.ts';
import { Banner } from '../parts/Banner.tsx';
import { words } from '../words/shell.ts';
import { DemoRibbon } from './DemoRibbon.tsx';
import styles from './Frame.module.css';
import { useMe } from './me.ts';
import { Nav } from './Nav.tsx';
import { TopBar } from './TopBar.tsx';

export function PageFrame() {
  const { account } = useMe();
  const [menuOpen, setMenuOpen] = useState(false);
  const page = usePageFocus();
  const isReachable = useReachable();
  return (
    <>
      <a className={styles.skip} href="#page">
        {words.skip}
      </a>
      <TopBar menuOpen={menuOpen} onMenu={() => setMenuOpen(!menuOpen)} />
      <div className={styles.frame}>
        <div className={`${styles.side} ${menuOpen ? styles.sheet : ''}`}>
          <Nav isSheet={menuOpen} onChosen={() => setMenuOpen(false)} />
        </div>
        <div className={styles.beside}>
          {account.demo && <DemoRibbon />}
          <main id="page" ref={page} tabIndex={-1} className={styles.page}>
            <div className={styles.banners} role="status">
              {!isReachable && <Banner tone="warn">{words.offline}</Banner>}
              {account.frozen && <Banner tone="warn">{words.frozen}</Banner>}
            </div>
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

/** Another page begins at its top, for keyboards and screen readers too, once it has taken the place of the one before; the first one does not take the focus. */
function usePageFocus() {
  const page = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(path);
  useEffect(() => {
    const before = shown.current;
    shown.current = path;
    if (before === undefined || before === path) return;
    const inPage = page.current?.contains(document.activeElement);
    if (!inPage) page.current?.focus({ preventScroll: true });
  }, [path]);
  return page;
}
