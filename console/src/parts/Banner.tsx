/** Message about a whole page or part: an icon, a sentence, and optional actions. */
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { Icon, type IconName } from './Icon.tsx';

export interface BannerProps {
  readonly tone: 'info' | 'ok' | 'warn' | 'bad' | 'assistant';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /**
   * ARIA role for an announcement when the banner appears. Without it, screen readers read the banner in page order.
   */
  readonly role?: 'alert' | 'status';
}

const icons: Readonly<Record<BannerProps['tone'], IconName>> = {
  info: 'info',
  ok: 'check',
  warn: 'warn',
  bad: 'warn',
  assistant: 'assistant',
};

export function Banner({ tone, children, actions, role }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={role}>
      <Icon name={icons[tone]} />
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
