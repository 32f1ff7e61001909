/** Empty state: what would appear here, and what the user can do. */
import type { ReactNode } from 'react';
import styles from './Empty.module.css';
import { Icon, type IconName } from './Icon.tsx';

export interface EmptyStateProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** True if the empty state is the only content of the page. */
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
