/** Keys of a page: one letter each, only where nobody is typing, and not at all where the person does not want them. */
import { useEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, () => unknown>>;

/** What answers false leaves the key to the browser. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
      const run = now.current[name];
      if (run === undefined || event.altKey || event.defaultPrevented) return;
      const isLetter = name.length === 1;
      if (isLetter && (!lettersOn() || isTyping(event.target))) return;
      if (name !== 'Escape' && document.querySelector('dialog[open]') !== null && !name.startsWith('Ctrl+')) return;
      if (run() === false) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    (target as HTMLInputElement).type !== 'checkbox'
  );
}

/** Switched off in Me. */
function lettersOn(): boolean {
  try {
    return localStorage.getItem('mds.letters') !== 'off';
  } catch {
    return true;
  }
}
