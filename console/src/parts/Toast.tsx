/** Short message after an action. It disappears by itself and can offer Undo. An error never appears only here. */
import { useEffect, useSyncExternalStore } from 'react';
import { announce } from './announce.ts';
import { Button } from './Button.tsx';
import styles from './Toast.module.css';

interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const TOAST_MS = 6_000;
let activeToasts: readonly ToastMessage[] = [];
let next = 1;
const listeners = new Set<() => void>();

export function toast(text: string, action?: ToastMessage['action']): void {
  const one: ToastMessage = { id: next++, text, ...(action && { action }) };
  set([...activeToasts.slice(-2), one]);
  announce(text);
  setTimeout(() => drop(one.id), TOAST_MS);
}

const STORAGE_KEY = 'mds.told';

/** Stores a message that is shown after the next page load, once the tab is visible. */
export function toastAfterReload(text: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage, the message is lost.
  }
}

function tellKept(): void {
  if (document.hidden) return;
  try {
    const text = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    if (text !== null) toast(text);
  } catch {
    // Without storage, there is no stored message.
  }
}

function drop(id: number): void {
  set(activeToasts.filter((one) => one.id !== id));
}

function set(now: readonly ToastMessage[]): void {
  activeToasts = now;
  for (const listener of listeners) listener();
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => activeToasts,
  );
  useEffect(() => {
    tellKept();
    document.addEventListener('visibilitychange', tellKept);
    return () => document.removeEventListener('visibilitychange', tellKept);
  }, []);
  return (
    <div className={styles.toasts}>
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          {action && (
            <Button
              look="quiet"
              onClick={() => {
                drop(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button look="quiet" icon="cross" aria-label="Dismiss" onClick={() => drop(id)} />
        </div>
      ))}
    </div>
  );
}
