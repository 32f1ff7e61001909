/**
 * A question in front of the page, on the browser's own dialog: focus stays in it and returns to what opened it; Escape closes it.
 * It begins in the first field; with a finger, which would bring up the keys over it, and where there is none, at its title.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { restartDoubleTapWindow } from './second-tap.ts';
import { useInertWhileBusy } from './use-on-its-way.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** A form: what Enter in one of its fields does. */
  readonly onSubmit?: () => void;
  /** What it asked for is under way. */
  readonly busy?: boolean;
  readonly wide?: boolean;
}

const FIELD_SELECTOR = ':is(input, select, textarea):enabled';

export function Dialog({ open, title, onClose, children, actions, onSubmit, busy = false, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current!;
    if (!open) return;
    const opener = document.activeElement;
    dialog.showModal();
    // It may have come late, from the service or as a part of the page.
    restartDoubleTapWindow();
    const field = matchMedia('(pointer: coarse)').matches
      ? null
      : body.current?.querySelector<HTMLElement>(FIELD_SELECTOR);
    (field ?? dialog).focus();
    return () => {
      dialog.close();
      // The browser gives it back only where what opened it is still there.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);
  useInertWhileBusy(body, busy);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // A second Escape in a row closes it without asking the page: whoever refused the first has it open still.
        if (!open || currentTarget.open) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      {open && (
        <form
          method="dialog"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit?.();
          }}
        >
          <header>
            <h2 id={id}>{title}</h2>
            <Button look="quiet" icon="cross" aria-label="Close" onClick={onClose} />
          </header>
          <div ref={body} className={styles.body}>
            {children}
          </div>
          {actions && <footer>{actions}</footer>}
        </form>
      )}
    </dialog>
  );
}
