/** The frame around every page of an account: known who asks, what may be done, and where everything is. */
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { meQuery, sessionQuery } from '../api/queries.ts';
import { Banner } from '../parts/Banner.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { TimesContext, timesOf } from '../parts/times.ts';
import { words } from '../words/shell.ts';
import styles from './AppShell.module.css';
import { Confirm } from './Confirm.tsx';
import { MeContext } from './me.ts';
import { Nav } from './Nav.tsx';
import { NoAccount } from './NoAccount.tsx';
import { TopBar } from './TopBar.tsx';

export function AppShell({ account }: { readonly account: string }) {
  const me = useQuery(meQuery(account));
  // Signed out of this account alone, or altogether.
  const isOut = me.error?.code === 'signed_out';
  const session = useQuery({ ...sessionQuery, enabled: isOut });
  const [menuOpen, setMenuOpen] = useState(false);
  const page = usePageFocus();
  if (me.data === undefined) {
    if (isOut && session.data !== undefined) return <NoAccount />;
    if (me.error === null || isOut) return <Skeleton />;
    return (
      <main className={styles.alone}>
        <Problem problem={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  return (
    <MeContext value={me.data}>
      <TimesContext value={timesOf(me.data.person)}>
        <a className={styles.skip} href="#page">
          {words.skip}
        </a>
        <TopBar menuOpen={menuOpen} onMenu={() => setMenuOpen(!menuOpen)} />
        <div className={styles.frame}>
          <div className={`${styles.side} ${menuOpen ? styles.sheet : ''}`}>
            <Nav onChosen={() => setMenuOpen(false)} />
          </div>
          <main id="page" ref={page} tabIndex={-1} className={styles.page}>
            <div className={styles.banners}>
              {me.data.account.frozen && <Banner tone="warn">{words.frozen}</Banner>}
            </div>
            <Outlet />
          </main>
        </div>
        <Toasts />
        <Confirm />
      </TimesContext>
    </MeContext>
  );
}

/** Another page begins at its top, for keyboards and screen readers too; the first one does not take the focus. */
function usePageFocus() {
  const page = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const inPage = page.current?.contains(document.activeElement);
    if (!inPage) page.current?.focus({ preventScroll: true });
  }, [path]);
  return page;
}
