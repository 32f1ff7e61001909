/** Until a sheet that was asked for is there: whoever types on means the sheet. Nothing of it does anything on the page, and the palette begins with it. */
import { useEffect } from 'react';
import { openSheet } from './open-sheet.ts';

let typed = '';

export function getTypedAhead(): string {
  return typed;
}

export function SheetLoading() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      if (key === 'Escape') openSheet(undefined);
      else if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (key.length === 1) typed += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
    };
    // Before all other keys.
    addEventListener('keydown', onKey, true);
    return () => {
      typed = '';
      removeEventListener('keydown', onKey, true);
    };
  }, []);
  return null;
}
