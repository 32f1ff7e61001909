/** Rows by keyboard: j and k go from one to the next, x selects. Enter is the link's own; what else a list does are its actions. */
import { useKeys } from '../keys.ts';

export function useListKeys(onSelect: (id: number) => void): void {
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => focusedRow() !== undefined && step(1),
    ArrowUp: () => focusedRow() !== undefined && step(-1),
    x: () => {
      const id = focusedRow();
      if (id === undefined) return false;
      onSelect(id);
    },
  });
}

function focusedRow(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-id]');
  return row ? Number(row.dataset.id) : undefined;
}

function step(by: number): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  const row = focusedRow();
  const at = links.findIndex((link) => Number(link.dataset.row) === row);
  const next = links[at === -1 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))];
  next?.focus();
  return next !== undefined;
}
