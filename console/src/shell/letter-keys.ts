/** Whether single letters do things, chosen for this browser: who dictates or presses keys by chance switches them off. */
const KEY = 'mds.letterKeys';

export function letterKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function switchLetterKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** A letter that is meant for the page: outside of fields, without Ctrl and the like, in no dialog. */
export function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !letterKeysOn()) return false;
  if (!(target instanceof HTMLElement)) return true;
  return (
    !target.isContentEditable && target.closest('input, textarea, select, dialog, [role=menu], [role=listbox]') === null
  );
}
