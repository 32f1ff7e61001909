/** Moves the focus to an opened field, back to its edit button, or to the first invalid field. */

/**
 * Focuses a field of a group once it is rendered. It retries for 120 frames (about two seconds), because the field's
 * code may still be loading. If the user has moved the focus, it stays there.
 */
export function focusField(group: string, field?: string, from = document.activeElement, frames = 120): void {
  const at = document.activeElement;
  if (at !== document.body && at !== from) return;
  const box = document.querySelector(`[data-group="${CSS.escape(group)}"]`);
  const any = box?.querySelector<HTMLElement>('input, select, textarea');
  const own = field && box?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  if (any) (own || any).focus();
  else if (frames > 0) requestAnimationFrame(() => focusField(group, field, from, frames - 1));
}

/** Focuses the edit button of a group once it is rendered again. If the user has moved the focus, it stays there. */
export function focusEditButton(group: string, frames = 120): void {
  const button = document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(group)}"]`);
  if (button === null && frames > 0) requestAnimationFrame(() => focusEditButton(group, frames - 1));
  else if (document.activeElement === document.body) button?.focus();
}

/** Focuses the first invalid field once it is marked. If the user has moved the focus, it stays there. */
export function focusFirstFault(from = document.activeElement, frames = 120): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    if (at !== document.body && at !== from) return;
    const field = document.querySelector<HTMLElement>('[aria-invalid]');
    if (field !== null) field.focus();
    else if (frames > 0) focusFirstFault(from, frames - 1);
  });
}

/** Clicks the save button, so that a disabled button shows its reason. Returns false if there is none. */
export function clickSave(): boolean {
  const button = document.querySelector<HTMLElement>('[data-save]');
  button?.click();
  return button !== null;
}
