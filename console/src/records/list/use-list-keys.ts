/**
 * Rows by keyboard: j and k go from one to the next, x selects, Space looks into one, Escape closes that. Enter is the link's own; what
 * else a list does are its actions.
 */
import { useShortcuts } from '../keys.ts';

export interface ListShortcutOptions {
  /** Looked into beside the list. */
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
    // Whoever reads beside the list goes on reading there.
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
      // A tick or a button has a use for Space of its own.
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

/** Where the look into a record began. */
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
