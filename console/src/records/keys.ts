/**
 * Keyboard shortcuts of a page. Single-character keys work only if `isPageShortcut` accepts them; all shortcuts are off
 * while a dialog or menu is open.
 */
import { useEffect, useRef } from 'react';
import { areLetterKeysEnabled, isPageShortcut } from '../shell/letter-keys.ts';

export type Shortcuts = Readonly<Record<string, () => unknown>>;

/** Registers shortcuts. A handler that returns false leaves the key to the browser. */
export function useShortcuts(keys: Shortcuts): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
      const run = now.current[name];
      if (run === undefined || event.defaultPrevented) return;
      if (name.length === 1 && !isPageShortcut(event) && !isTick(event)) return;
      if (document.querySelector('dialog[open], [aria-expanded=true]') !== null) return;
      if (run() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** True if the focus is on a checkbox. Single-letter shortcuts may work there, because a checkbox takes no text. */
function isTick({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isPlain = !altKey && !ctrlKey && !metaKey;
  return isPlain && areLetterKeysEnabled() && target instanceof HTMLInputElement && target.type === 'checkbox';
}
