/** Section of a page with a heading. */
import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

export interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** No padding around the content, for example for a table. */
  readonly flush?: boolean;
}

export function Panel({ title, actions, children, flush }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
