/** Leads the focus to a field that was opened for writing, once it is there; back to where it was opened; and to saving. */

/** What fields are made of may still be on its way: it is looked for in some two seconds of frames. Whoever has gone elsewhere meanwhile stays there. */
export function focusField(group: string, field?: string, from = document.activeElement, frames = 120): void {
  const at = document.activeElement;
  if (at !== document.body && at !== from) return;
  const box = document.querySelector(`[data-group="${CSS.escape(group)}"]`);
  const any = box?.querySelector<HTMLElement>('input, select, textarea');
  const own = field && box?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  if (any) (own || any).focus();
  else if (frames > 0) requestAnimationFrame(() => focusField(group, field, from, frames - 1));
}

/** Back to what opens a group for writing, once it is there again. Whoever has gone elsewhere meanwhile stays there. */
export function focusEditButton(group: string, frames = 120): void {
  const button = document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(group)}"]`);
  if (button === null && frames > 0) requestAnimationFrame(() => focusEditButton(group, frames - 1));
  else if (document.activeElement === document.body) button?.focus();
}

/** To the first field of which the service said that something is wrong with it, once it is drawn so. Whoever has gone elsewhere stays there. */
export function focusFirstFault(from = document.activeElement, frames = 120): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    if (at !== document.body && at !== from) return;
    const field = document.querySelector<HTMLElement>('[aria-invalid]');
    if (field !== null) field.focus();
    else if (frames > 0) focusFirstFault(from, frames - 1);
  });
}

/** As whoever presses the button does it: where it is off, it says why. */
export function clickSave(): boolean {
  const button = document.querySelector<HTMLElement>('[data-save]');
  button?.click();
  return button !== null;
}
