/**
 * What does something. One that cannot be used now stays in reach and says why: `why` in place of `disabled`, which keyboards and
 * screen readers pass over in silence.
 */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { useUnreachableReason } from './out-of-reach.ts';
import { restartDoubleTapWindow } from './second-tap.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Why it cannot be used; shown under it where `showWhy`, else to whoever comes to it: by key, tap, pointer or screen reader. */
  readonly why?: string | undefined;
  readonly showWhy?: boolean;
  /** It changes something at the service: off while that does not answer. */
  readonly writes?: boolean;
  /** What it does is under way. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

export function Button({ writes, ...props }: ButtonProps) {
  return writes ? <Writing {...props} /> : <Plain {...props} />;
}

function Writing({ why, ...props }: ButtonProps) {
  const outOfReach = useUnreachableReason();
  return <Plain {...props} why={why ?? outOfReach} />;
}

function Plain({
  look = 'plain',
  icon,
  why,
  showWhy,
  busy,
  onClick,
  onFocus,
  onBlur,
  onKeyDown,
  children,
  className,
  ...rest
}: ButtonProps) {
  const id = useId();
  const reason = useRef<HTMLSpanElement>(null);
  const off = why !== undefined || busy === true;
  useEffect(() => (busy ? restartDoubleTapWindow : undefined), [busy]);
  const described = why === undefined ? {} : { 'aria-describedby': id };
  const isOnDemand = why !== undefined && !showWhy;
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
          if (!off) return onClick?.(event);
          event.preventDefault();
          // Not every browser gives the focus to a button that is tapped; whoever goes on takes it away, and the reason with it.
          event.currentTarget.focus();
          reason.current?.showPopover({ source: event.currentTarget });
        }}
        onFocus={(event) => {
          onFocus?.(event);
          const { currentTarget: button } = event;
          if (button.matches(':focus-visible')) reason.current?.showPopover({ source: button });
        }}
        onBlur={(event) => {
          onBlur?.(event);
          reason.current?.hidePopover();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !reason.current?.matches(':popover-open')) return onKeyDown?.(event);
          // It takes away what is said, and nothing behind it.
          event.preventDefault();
          event.stopPropagation();
          reason.current.hidePopover();
        }}
      >
        {icon && <Icon name={icon} />}
        {children}
        {busy && <span className={styles.underway} aria-hidden="true" />}
      </button>
      {isOnDemand && (
        <span id={id} ref={reason} popover="manual" className={styles.onDemand}>
          {why}
        </span>
      )}
      {showWhy && why !== undefined && (
        <span id={id} className={styles.why}>
          {why}
        </span>
      )}
    </>
  );
}
