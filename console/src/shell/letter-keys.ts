/** Whether single letters do things, chosen for this browser: who dictates or presses keys by chance switches them off. */
const STORAGE_KEY = 'mds.letterKeys';

export function areLetterKeysEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== 'off';
}

export function setLetterKeysEnabled(on: boolean): void {
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'off');
}

/** A letter that is meant for the page: outside of fields, without Ctrl and the like, in no dialog. */
export function isPageShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !areLetterKeysEnabled()) return false;
  if (!(target instanceof HTMLElement)) return true;
  return (
    !target.isContentEditable && target.closest('input, textarea, select, dialog, [role=menu], [role=listbox]') === null
  );
}
