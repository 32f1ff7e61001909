/**
 * Setting for single-letter shortcuts, per browser. Users who dictate or press keys by accident can switch them off.
 */
const STORAGE_KEY = 'mds.letterKeys';

export function areLetterKeysEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== 'off';
}

export function setLetterKeysEnabled(on: boolean): void {
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'off');
}

/** True if a key is a page shortcut: outside inputs and dialogs, and without modifier keys. */
export function isPageShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !areLetterKeysEnabled()) return false;
  if (!(target instanceof HTMLElement)) return true;
  return (
    !target.isContentEditable && target.closest('input, textarea, select, dialog, [role=menu], [role=listbox]') === null
  );
}
