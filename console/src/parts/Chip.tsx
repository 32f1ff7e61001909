/** Short label. A filter chip has a separate remove button. */
import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { Icon } from './Icon.tsx';

export interface ChipProps {
  readonly tone?: 'plain' | 'info' | 'ok' | 'warn' | 'bad' | 'assistant';
  readonly children: ReactNode;
  readonly onRemove?: (() => void) | undefined;
  /** Name of the removed item for the button's label: "Status is Open". */
  readonly name?: string;
  readonly onOpen?: (() => void) | undefined;
}

export function Chip({ tone = 'plain', children, onRemove, name, onOpen }: ChipProps) {
  return (
    <span className={`${styles.chip} ${styles[tone] ?? ''}`}>
      {onOpen ? (
        <button type="button" className={styles.open} onClick={onOpen}>
          {children}
        </button>
      ) : (
        <span className={styles.text}>{children}</span>
      )}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={`Remove ${name ?? ''}`.trim()} onClick={onRemove}>
          <Icon name="cross" size={12} />
        </button>
      )}
    </span>
  );
}
