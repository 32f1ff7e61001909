/** The head of a page: what it is, where it belongs, what can be done on it. It also names the tab of the browser, and tells whoever listens that another page is there. */
import { type ReactNode, useEffect } from 'react';
import { announce } from './announce.ts';
import { Link } from './Link.tsx';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** Beside the title: a state, a count. */
  readonly beside?: ReactNode;
  /** The page it belongs to. */
  readonly above?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, beside, above, actions, children }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <div className={styles.title}>
          {above && (
            <nav aria-label="Above">
              <Link to={above.to}>{above.label}</Link> <span aria-hidden="true">/</span>
            </nav>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </header>
  );
}

/** Where the page is that was named last. */
let namedAt: string | undefined;

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Maintenance Data Service`;
    const { pathname } = location;
    // The first one is read by whoever has loaded it.
    if (namedAt !== undefined && namedAt !== pathname) announce(title);
    namedAt = pathname;
  }, [title]);
}
