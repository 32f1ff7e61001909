/**
 * Button. An unavailable button stays focusable and gives its reason in `why`. A `disabled` button would be skipped
 * silently by keyboards and screen readers.
 */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { useUnreachableReason } from './out-of-reach.ts';
import { restartDoubleTapWindow } from './second-tap.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /**
   * Reason why the button is unavailable. It appears below the button with `showWhy`; otherwise on focus, tap or hover,
   * and for screen readers.
   */
  readonly why?: string | undefined;
  readonly showWhy?: boolean;
  /** True if the action changes data. The button is then unavailable while the service is unreachable. */
  readonly writes?: boolean;
  /** True while the action is running. */
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
          // Not every browser focuses a tapped button. With the focus here, moving it away hides the reason.
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
          // Escape closes only the reason, not a dialog behind it.
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
