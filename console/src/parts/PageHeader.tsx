/**
 * Header of a page: its title, parent page and actions. It also sets the browser's tab title and announces the page to
 * screen readers.
 */
import { type ReactNode, useEffect } from 'react';
import { announce } from './announce.ts';
import { Link } from './Link.tsx';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** Content next to the title: a state, a count. */
  readonly beside?: ReactNode;
  /** Parent page. */
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

/** Path of the last announced page. */
let namedAt: string | undefined;

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Maintenance Data Service`;
    const { pathname } = location;
    // The first page is not announced: screen readers read it after loading.
    if (namedAt !== undefined && namedAt !== pathname) announce(title);
    namedAt = pathname;
  }, [title]);
}
