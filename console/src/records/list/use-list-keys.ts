/**
 * Keyboard shortcuts for rows: j and k move, x selects, Space opens the preview, Escape closes it. Enter follows the
 * link.
 */
import { useShortcuts } from '../keys.ts';

export interface ListShortcutOptions {
  /** ID of the record in the preview beside the list. */
  readonly peeked: number | undefined;
  readonly onSelect: (id: number) => void;
  readonly onPeek: (id: number | undefined) => void;
}

export function useListShortcuts({ peeked, onSelect, onPeek }: ListShortcutOptions): void {
  const step = (by: number) => {
    const row = focusedRow();
    const links = rowLinks();
    const at = links.findIndex((link) => Number(link.dataset.row) === (row ?? peeked));
    const next = links[at === -1 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))];
    if (next === undefined) return false;
    // Keeps the focus in the preview if the user reads there.
    if (row === undefined && peeked !== undefined) onPeek(Number(next.dataset.row));
    else next.focus();
    return true;
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => focusedRow() !== undefined && step(1),
    ArrowUp: () => focusedRow() !== undefined && step(-1),
    x: () => {
      const id = focusedRow() ?? peeked;
      if (id === undefined) return false;
      onSelect(id);
    },
    ' ': () => {
      const id = focusedRow();
      // Checkboxes and buttons use Space themselves.
      if (id === undefined || !document.activeElement?.matches('a')) return false;
      onPeek(id === peeked ? undefined : id);
    },
    Escape: () => {
      if (peeked === undefined) return false;
      onPeek(undefined);
      focusRow(peeked);
    },
  });
}

/** Moves the focus to a row's link, where its preview was opened. */
export function focusRow(id: number): void {
  document.querySelector<HTMLElement>(`a[data-row="${id}"]`)?.focus();
}

function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-row]')];
}

function focusedRow(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-id]');
  return row ? Number(row.dataset.id) : undefined;
}
