/** Where there is nothing: what would stand here, and what can be done about it. */
import type { ReactNode } from 'react';
import styles from './Empty.module.css';
import { Icon, type IconName } from './Icon.tsx';

export interface EmptyStateProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** It is all there is on the page. */
  readonly whole?: boolean;
}

export function EmptyState({ title, icon, children, actions, whole }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <Icon name={icon} size={28} />}
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
