/**
 * What does something. One that cannot be used now stays in reach and says why: `why` in place of `disabled`, which keyboards and
 * screen readers pass over in silence.
 */
import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Why it cannot be used; shown under it where `showWhy`, else on hover and to screen readers. */
  readonly why?: string | undefined;
  readonly showWhy?: boolean;
  /** What it does is under way. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

export function Button({
  look = 'plain',
  icon,
  why,
  showWhy,
  busy,
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const id = useId();
  const off = why !== undefined || busy === true;
  const described = why === undefined ? {} : { 'aria-describedby': id };
  return (
    <>
      <button
        type="button"
        {...rest}
        {...described}
        className={`${styles.button} ${styles[look] ?? ''} ${children === undefined ? styles.square : ''} ${className ?? ''}`}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        title={why ?? rest.title}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <span className={styles.turning} aria-hidden="true" /> : icon && <Icon name={icon} />}
        {children}
      </button>
      {why !== undefined && (
        <span id={id} className={showWhy ? styles.why : 'unseen'}>
          {why}
        </span>
      )}
    </>
  );
}
