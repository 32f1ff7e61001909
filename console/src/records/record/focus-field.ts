/** Leads the focus to a field that was opened for writing, once it is there. */

export function focusField(group: string, field?: string): void {
  requestAnimationFrame(() => {
    const box = document.querySelector(`[data-group="${CSS.escape(group)}"]`);
    const own = field && box?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
    (own || box?.querySelector<HTMLElement>('input, select, textarea'))?.focus();
  });
}

/** To the first field of which the service said that something is wrong with it. */
export function focusFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
