/**
 * Modal dialog based on the native element. The focus stays inside and returns to the opener; Escape closes it. The
 * first field gets the focus. On touch screens (where a keyboard would cover the dialog), or without fields, the dialog
 * itself gets it.
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
  /** Makes the dialog a form: called when Enter is pressed in a field. */
  readonly onSubmit?: () => void;
  /** True while the requested action is running. */
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
    // The dialog may open late, after a request or a module load.
    restartDoubleTapWindow();
    const field = matchMedia('(pointer: coarse)').matches
      ? null
      : body.current?.querySelector<HTMLElement>(FIELD_SELECTOR);
    (field ?? dialog).focus();
    return () => {
      dialog.close();
      // The browser returns the focus only if the opener still exists.
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
        // Browsers close the dialog on a second Escape without asking the page. Reopen it if the page refused the first
        // one.
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
